import { basename } from 'node:path';
import { GradeError } from '../../platform/index.ts';
import { lintSchemaLine } from './editor.ts';
import { aboutFile, type Folder, type Issue, readText } from './issue.ts';

/** `file:line:column: text`, as readers of a course and of its roster tell their problems. */
const TOLD = /^(.*?):(\d+):(?:(\d+):)? (.*)$/s;

/** A `course.yaml` with its roster. */
export async function lintCourse(folder: Folder, file: string): Promise<Issue[]> {
  const read = readText(folder, file);
  if ('issue' in read) return [read.issue];
  const issues = lintSchemaLine(folder, file, read.text, 'course');
  const { loadCourse } = await import('../../batch/index.ts');
  try {
    loadCourse(`${folder.path}/${file}`);
  } catch (error) {
    if (!(error instanceof GradeError)) throw error;
    const details = error.details.map((detail): Issue => {
      const [, path = file, line = '1', column = '1', problem = detail] = TOLD.exec(detail) ?? [];
      return { file: basename(path), severity: 'error', line: Number(line), column: Number(column), problem };
    });
    issues.push(...(details.length > 0 ? details : [aboutFile(file, 'error', { problem: error.message })]));
  }
  return issues;
}
