import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { kindOf, makeFolders, nodeFiles, whyFolderUnwritable } from '../../platform/files/index.ts';
import { diskFault, messageOf, packageRoot, systemCode, UsageError } from '../../platform/index.ts';
import { loadSimulator } from '../../simulator/file/index.ts';
import { formatProblem, parseAssignment, SPEC_FILE } from '../../spec/index.ts';
import { makeReferences, writeReferences } from '../references.ts';
import { MANIFEST_PATH } from '../submissions.ts';
import { exerciseFiles, exerciseOf } from './exercises.ts';
import { KINDS } from './kinds.ts';
import { isPattern, type ScaffoldRequest } from './model.ts';
import { renderFiles } from './render.ts';
import { restyle } from './restyle.ts';
import { viewOf } from './view.ts';

export interface Scaffolded {
  /** Absolute. */
  readonly folder: string;
  /** Paths in it, with `/`, in order. */
  readonly files: readonly string[];
}

/**
 * Why an assignment cannot be put there: thrown before anything is asked.
 * @throws UsageError saying what is in the way
 */
export function assertFree(into: string, id: string): void {
  const folder = resolve(into, id);
  const kind = kindOf(folder);
  if (kind === 'folder') {
    const names = readdirSync(folder).sort();
    const few = names.slice(0, 5).join(', ');
    const what = names.length === 0 ? 'is a folder' : `is there already, with ${few}${names.length > 5 ? ', …' : ''}`;
    throw new UsageError(
      `${folder} ${what}. Nothing is overwritten: choose another id, or another folder with --into DIR.`,
    );
  }
  if (kind !== null) throw new UsageError(`${folder} is a file. Choose another id, or another folder with --into DIR.`);
  const why = whyFolderUnwritable(into);
  if (why !== null) throw new UsageError(`${into} cannot be written: ${why}. Choose another folder with --into DIR.`);
}

/**
 * Writes a new assignment to `into`/`id`: all of it, or nothing.
 * @throws UsageError where something is there already
 */
export async function scaffold(request: ScaffoldRequest, into: string): Promise<Scaffolded> {
  assertFree(into, request.id);
  const folder = resolve(into, request.id);
  const files = await filesOf(request);
  placeLinks(files, dirname(folder) === join(packageRoot, 'assignments'));
  const made: string[] = [];
  let temporary: string | null = null;
  try {
    makeFolders(resolve(into), made);
    temporary = mkdtempSync(join(resolve(into), `.${request.id}-`));
    for (const [path, text] of files) {
      mkdirSync(dirname(join(temporary, path)), { recursive: true });
      writeFileSync(join(temporary, path), text);
    }
    const references = await addReferences(temporary, request.id);
    // Not renamed over: an empty folder that appeared meanwhile is somebody's.
    assertFree(into, request.id);
    renameSync(temporary, folder);
    return { folder, files: [...files.keys(), ...references].sort() };
  } catch (error) {
    if (temporary !== null) rmSync(temporary, { recursive: true, force: true });
    for (const path of made.reverse()) removeEmpty(path);
    const code = systemCode(error);
    if (code === null) throw error;
    throw (
      diskFault(error, `${folder} cannot be written`) ??
      new UsageError(`${folder} cannot be written (${code}). Choose another folder with --into DIR.`, {
        cause: error,
      })
    );
  }
}

/** Returns the files of an exercise or of templates, in the style of the request. */
async function filesOf(request: ScaffoldRequest): Promise<Map<string, string>> {
  const { kind, style } = request;
  if (!isPattern(kind)) {
    const exercise = exerciseOf(kind);
    const files = exerciseFiles(exercise, request);
    // An exercise that has one style is written in it.
    if (style !== exercise.styles[0]) restyle(files, style, exercise);
    return files;
  }
  const design = KINDS[kind].design(request);
  if (design.kernel === null) return renderFiles(kind, viewOf(request, design));
  const files = await renderFiles(kind, viewOf({ ...request, style: 'device-pointers' }, design));
  if (style !== 'device-pointers') restyle(files, style, design);
  return files;
}

const SCHEMAS = {
  [SPEC_FILE]: { own: 'assignment.schema.json', shipped: '../../grader/spec/assignment.schema.json' },
  [MANIFEST_PATH]: { own: 'manifest.schema.json', shipped: '../../../grader/authoring/manifest.schema.json' },
};
const IMPORTED = { own: 'cuda-course-grade/simulator', shipped: '../../grader/simulator/index.ts' };

/**
 * Sets the names of files outside of the folder. An assignment that ships names files of this package. Each other one has
 * its own copies of the schemas, so that it can be copied to any place.
 */
function placeLinks(files: Map<string, string>, isShipped: boolean): void {
  const where = isShipped ? 'shipped' : 'own';
  const simulator = files.get('simulator.ts') ?? '';
  files.set('simulator.ts', simulator.replace(/from '[^']*simulator[^']*'/, `from '${IMPORTED[where]}'`));
  for (const [path, schema] of Object.entries(SCHEMAS)) {
    files.set(path, (files.get(path) ?? '').replace(/\$schema=\S+/, `$schema=${schema[where]}`));
    if (isShipped) continue;
    const text = readFileSync(join(packageRoot, schema.shipped.replace(/^[./]*/, '')), 'utf8');
    files.set(posix.join(posix.dirname(path), schema.own), text);
  }
}

/** Also shows that the specification is valid and the simulator runs. */
async function addReferences(folder: string, id: string): Promise<string[]> {
  const text = new TextDecoder().decode(nodeFiles.read(join(folder, SPEC_FILE)));
  const parsed = parseAssignment(text, { folder: id, siblings: (path) => nodeFiles.stat(join(folder, path)) });
  if (parsed.status !== 'valid') {
    throw new UsageError('An assignment cannot be made of these.', {
      details: parsed.problems.map((problem) => formatProblem(SPEC_FILE, problem)),
    });
  }
  const assignment = { spec: parsed.spec, folder, shipped: false };
  const references = await makeReferences(assignment, await loadSimulator(assignment));
  writeReferences(folder, references, { baseline: null, solution: null });
  return [...references.files.keys(), 'manifest.json'].map((name) => `reference/${name}`);
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    // Another process has put something there.
    if (systemCode(error) === null) throw new Error(messageOf(error), { cause: error });
  }
}
