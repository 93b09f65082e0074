import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { AssignmentError } from '../platform/index.ts';

/** A larger file that a handout links to is left out. */
const MAX_LINKED_BYTES = 1 << 20;
/** The files that no student gets, whatever a handout links to. */
const FOR_STAFF: ReadonlySet<string> = new Set(['submissions', 'reference', 'mutants.yaml', 'notes.md']);

/** A handout with the files of its folder that it links to or shows. */
export interface Handout {
  readonly markdown: string;
  /** The content by path, as the handout names it. */
  readonly linked: ReadonlyMap<string, Uint8Array>;
}

/**
 * Reads an exercise's handout.
 * @throws AssignmentError if there is none
 */
export function handoutFiles(folder: string): Handout {
  const path = join(folder, 'handout.md');
  let markdown: string;
  try {
    markdown = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new AssignmentError(`${path} cannot be read. An exercise has a handout.`, { cause });
  }
  const root = realpathSync(folder);
  const linked = new Map<string, Uint8Array>();
  for (const [, name = ''] of markdown.matchAll(/\]\(\s*<?([\w./-]+)>?(?:\s+"[^"]*")?\s*\)/g)) {
    const full = join(root, name);
    if (FOR_STAFF.has(name.split('/')[0] ?? '')) continue;
    if (statSync(full, { throwIfNoEntry: false })?.isFile() !== true) continue;
    const real = realpathSync(full);
    if (!real.startsWith(root + sep) || statSync(real).size > MAX_LINKED_BYTES) continue;
    linked.set(name, new Uint8Array(readFileSync(real)));
  }
  return { markdown, linked };
}
