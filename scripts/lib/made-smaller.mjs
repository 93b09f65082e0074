// Programs whose size is written into their source, and is too large to be emulated in the time of a run: a copy of the
// source in which that one constant is smaller. What the program compares stays as its author wrote it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** The row of the table in which such programs of a kind are counted, apart from those that run as they are. */
export const withSmallerConstant = (kind) => `${kind}, with a constant made smaller`;

/**
 * Writes the copy and answers its path.
 * @param source the program's file
 * @param changes texts of it, each with what it becomes and how often it stands there (once, where nothing is said); a
 *   text that stands there more or less often is an error: the program is another one than the one that was looked at
 * @param folder where the copy goes, into a folder of its own
 */
export function madeSmaller(source, changes, folder) {
  let text = readFileSync(source, 'utf8');
  for (const [from, to, times = 1] of changes) {
    const parts = text.split(from);
    if (parts.length !== times + 1)
      throw new Error(`${source}: ${JSON.stringify(from)} stands there ${parts.length - 1} times, and not ${times}`);
    text = parts.join(to);
  }
  mkdirSync(folder, { recursive: true });
  const copy = join(folder, basename(source));
  writeFileSync(copy, text);
  return copy;
}
