import { basename, join } from 'node:path';
import { nodeFiles } from '../../platform/files/index.ts';
import {
  type AssignmentSpec,
  comparesWithBaseline,
  generatedInputs,
  parseAssignment,
  SPEC_FILE,
} from '../../spec/index.ts';
import { lintCalibrations } from './calibrations.ts';
import { lintSchemaLine } from './editor.ts';
import { lintHandout } from './handout.ts';
import { aboutFile, errorsIn, type Folder, type Issue, readText } from './issue.ts';
import { lintManifest } from './manifest.ts';
import { lintReferences } from './references.ts';
import { lintSimulator } from './simulator.ts';
import { BASELINE_FILE, lintStrays, STARTER_FILE } from './strays.ts';

/** A folder on this machine. */
export function folderAt(path: string): Folder {
  return {
    path,
    stat: (file) => nodeFiles.stat(join(path, file)),
    read: (file) => nodeFiles.read(join(path, file)),
    list: (folder) => nodeFiles.list(join(path, folder)),
  };
}

/**
 * Everything that can be said of an assignment's files without running anything, in the order of the files: errors and
 * warnings, all at once. A specification that cannot be read hides only what depends on it.
 */
export async function lintAssignment(folder: Folder): Promise<Issue[]> {
  const { spec, issues } = lintSpec(folder);
  const files = [
    ...issues,
    ...lintHandout(folder),
    ...[STARTER_FILE, ...(spec?.timing ? [] : [BASELINE_FILE])].flatMap((file) => lintCuda(folder, file, spec)),
    ...lintSimulator(folder, {
      check: Object.values(spec?.comparison ?? {}).some(({ as }) => as === 'check'),
      generate: spec !== null && generatedInputs(spec).length > 0,
    }),
    ...lintManifest(folder, spec),
  ];
  if (spec === null) return files;
  return [
    ...files,
    ...(await lintReferences(folder, spec)),
    ...lintCalibrations(folder, spec),
    ...lintStrays(folder, spec),
  ];
}

function lintSpec(folder: Folder): { readonly spec: AssignmentSpec | null; readonly issues: Issue[] } {
  const read = readText(folder, SPEC_FILE);
  if ('issue' in read) return { spec: null, issues: [read.issue] };
  const parsed = parseAssignment(read.text, {
    folder: basename(folder.path),
    siblings: (file) => folder.stat(file),
  });
  const line = lintSchemaLine(folder, SPEC_FILE, read.text, 'assignment');
  if (parsed.status === 'valid') return { spec: parsed.spec, issues: line };
  return { spec: null, issues: [...line, ...errorsIn(SPEC_FILE, parsed.problems)] };
}

/** A baseline is needed where it is timed, or counted for the technique; a starter always. */
function lintCuda(folder: Folder, file: string, spec: AssignmentSpec | null): Issue[] {
  if (file === BASELINE_FILE && !(spec && comparesWithBaseline(spec))) return [];
  const read = readText(folder, file);
  if ('text' in read && read.text.trim() !== '') return [];
  if ('issue' in read) return [{ ...read.issue, expected: 'the file that students begin with' }];
  return [aboutFile(file, 'error', { problem: `${file} is empty` })];
}
