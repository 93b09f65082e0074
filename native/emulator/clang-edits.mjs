// What the build changes in Clang's program, the package's llvm.core.wasm. No option of Clang does the same, so each
// change is an edit of the program: `grader/platform/packaged/` applies them when it loads the program. An edit finds its
// places by what it knows of the program. If a new version of the package has other places, the edit fails with its
// name, with what it found, and with what to look for. `npm run upgrade-clang` tries all edits on another version.
import { CONSTRAINTS } from './asm-constraints.mjs';
import { OWN_PAGES } from './reusable-clang.mjs';
import { EditError } from './wasm-program.mjs';

/** The edits; each has a name, what it does, why no option does it, how it finds its places, and what makes it. */
export const EDITS = [OWN_PAGES, CONSTRAINTS];

/**
 * Tries each edit.
 * @param {Uint8Array} program - llvm.core.wasm
 * @param {typeof EDITS} [edits]
 * @returns for each edit its changes, or the error with which it failed
 */
export function tryEdits(program, edits = EDITS) {
  return edits.map(({ name, make }) => {
    try {
      return { name, changes: make(program), error: null };
    } catch (error) {
      // A program of another form: the reader has left it.
      const failed = error instanceof EditError ? error : new EditError(name, error.message);
      return { name, changes: [], error: failed };
    }
  });
}

/**
 * Makes all edits.
 * @returns the length of the program, and in their order what to leave out where and what to put there instead
 * @throws EditError for a program in which an edit does not find its places
 */
export function clangEdits(program, edits = EDITS) {
  const tried = tryEdits(program, edits);
  const failed = tried.find(({ error }) => error !== null);
  if (failed) throw failed.error;
  const all = tried.flatMap(({ name, changes }) => changes.map(([at, out, hex]) => ({ name, at, out, hex })));
  all.sort((a, b) => a.at - b.at);
  for (const [index, { name, at }] of all.entries()) {
    const before = all[index - 1];
    if (before && before.at + before.out > at) throw new EditError(name, `changes what \`${before.name}\` changes too`);
  }
  return { bytes: program.length, edits: all.map(({ at, out, hex }) => [at, out, hex]) };
}
