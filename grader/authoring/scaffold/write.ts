import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { kindOf, makeFolders, nodeFiles, whyFolderUnwritable } from '../../platform/files/index.ts';
import { diskFault, messageOf, packageRoot, systemCode, UsageError } from '../../platform/index.ts';
import { loadSimulator } from '../../simulator/file/index.ts';
import { formatProblem, parseAssignment, SPEC_FILE } from '../../spec/index.ts';
import { makeReferences, writeReferences } from '../references.ts';
import type { ScaffoldRequest } from './model.ts';
import { renderFiles } from './render.ts';
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
  const schema = join(packageRoot, 'grader', 'spec', 'assignment.schema.json');
  const manifestSchema = join(packageRoot, 'grader', 'authoring', 'manifest.schema.json');
  const files = await renderFiles(request.kind, viewOf(request, { folder, schema, manifestSchema }));
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
