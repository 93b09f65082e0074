import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { makeCase, planCases } from '../pipeline/grade/index.ts';
import { AssignmentError } from '../platform/index.ts';
import type { Assignment } from '../spec/index.ts';
import type { PlaygroundAssignment } from './assignment.ts';
import { collectSimulator } from './collect-simulator.ts';

/** What a handout links to beyond this is left out. */
const MAX_ATTACHMENT_BYTES = 1 << 20;

/** What a site has of an assignment. */
export interface CollectedAssignment {
  readonly assignment: Omit<PlaygroundAssignment, 'simulator'>;
  /** The translated `simulator.ts` where it gives the expected outputs. */
  readonly simulator: string | null;
}

/**
 * Collects all that a browser needs to grade an assignment with the cases of one seed.
 * @throws AssignmentError if its files are broken
 */
export async function collectAssignment(assignment: Assignment, seed: string): Promise<CollectedAssignment> {
  const { folder } = assignment;
  // A visitor can read all of it. With public ranges, no hidden one is needed.
  const spec = assignment.spec.practice === undefined ? assignment.spec : { ...assignment.spec, hidden: [] };
  const files = new Map<string, Uint8Array>();
  const readFile = (_: Assignment, path: string): Uint8Array => {
    const bytes = readFileSync(join(folder, path));
    files.set(path, bytes);
    return new Uint8Array(bytes);
  };
  // Reads every file of the cases, and finds what is broken now.
  for (const plan of planCases(spec, seed, true)) await (await makeCase(assignment, plan, { readFile })).expected();
  const baseline = spec.timing?.baseline ?? 'baseline.cu';
  for (const path of [baseline, 'reference/manifest.json', ...(spec.entry.given ?? [])]) {
    if (existsSync(join(folder, path))) readFile(assignment, path);
  }
  const handout = textOf(folder, 'handout.md');
  return {
    assignment: {
      spec,
      fileName: `${spec.id}.cu`,
      starter: textOf(folder, 'starter.cu'),
      handout,
      attachments: attachmentsOf(folder, handout),
      files: Object.fromEntries(
        [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, at]) => [path, base64(at)]),
      ),
    },
    simulator: spec.expected.operation === 'simulator' ? collectSimulator(assignment) : null,
  };
}

/** Files of the folder that the handout links to or shows; never submissions. */
function attachmentsOf(folder: string, handout: string): Record<string, string> {
  const root = realpathSync(folder);
  const found = [...handout.matchAll(/\]\(\s*<?([\w./-]+)>?(?:\s+"[^"]*")?\s*\)/g)].flatMap(([, path = '']) => {
    const full = join(root, path);
    if (path.startsWith('submissions/') || statSync(full, { throwIfNoEntry: false })?.isFile() !== true) return [];
    const real = realpathSync(full);
    if (!real.startsWith(root + sep) || statSync(real).size > MAX_ATTACHMENT_BYTES) return [];
    return [[path, base64(readFileSync(real))] as const];
  });
  return Object.fromEntries(found);
}

function textOf(folder: string, name: string): string {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch (cause) {
    throw new AssignmentError(`${join(folder, name)} cannot be read: a playground shows it.`, { cause });
  }
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
