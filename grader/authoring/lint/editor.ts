import { posix } from 'node:path';
import { aboutFile, type Folder, type Issue } from './issue.ts';
import { SCHEMA_FILES, type SchemaName } from './schemas.ts';

/** What YAML's language server looks for, in any comment of the file; people put it first. */
const MODELINE = /^#\s*yaml-language-server\s*:\s*\$schema=(\S*)\s*$/;

/** Does the file name its schema, so that editors complete and check it? Only a warning: nothing else depends on it. */
export function lintSchemaLine(folder: Folder, file: string, text: string, name: SchemaName): Issue[] {
  const wanted = SCHEMA_FILES[name];
  const advice = {
    expected: `a first line that names ${wanted}`,
    example: `# yaml-language-server: $schema=${wanted} (grade lint --schema ${name} > ${wanted} makes the file)`,
  };
  const lines = text.split('\n');
  const index = lines.findIndex((line) => MODELINE.test(line.trimEnd()));
  const target = MODELINE.exec(lines[index]?.trimEnd() ?? '')?.[1];
  if (target === undefined) {
    return [aboutFile(file, 'warning', { problem: 'no line names the schema of this file for editors', ...advice })];
  }
  // What is on the web is the author's own business: nothing here asks the network.
  if (/^[a-z]+:\/\//i.test(target)) return [];
  const place = { line: index + 1, column: (lines[index]?.indexOf(target) ?? 0) + 1 };
  const path = posix.join(posix.dirname(file), target);
  if (posix.isAbsolute(target) || typeof folder.stat(path) !== 'number') {
    const problem = posix.isAbsolute(target)
      ? 'the schema is named by a path that only this machine has'
      : 'the schema that this line names does not exist';
    return [{ file, severity: 'warning', ...place, problem, ...advice, found: target }];
  }
  if (posix.basename(target) === wanted || titleOf(folder, path) === titles[name]) return [];
  return [
    { file, severity: 'warning', ...place, problem: 'this is the schema of another file', ...advice, found: target },
  ];
}

/** As the generated schemas call themselves. */
const titles: Readonly<Record<SchemaName, string>> = {
  assignment: 'Assignment',
  manifest: 'Example submissions of an assignment',
  course: 'A course, for grade batch',
};

function titleOf(folder: Folder, path: string): string | null {
  try {
    const schema: unknown = JSON.parse(new TextDecoder().decode(folder.read(path)));
    const title = typeof schema === 'object' && schema !== null && 'title' in schema ? schema.title : null;
    return typeof title === 'string' ? title : null;
  } catch {
    return null;
  }
}
