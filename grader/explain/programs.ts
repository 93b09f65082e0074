import type { Finding } from '../result/index.ts';
import { number } from './text.ts';

/** Sentences about a program with a `main`, where those about a submission would speak of an exercise. */

/** Who did it and how often: `kernel tiled, block (0,0,0), thread (3,0,0), 12 times`. */
export function wordOccurrence({ kernel, block, thread, count }: Omit<Finding, 'case'>): string {
  return [
    kernel && `kernel ${kernel}`,
    block && `block (${block.join(',')})`,
    thread && `thread (${thread.join(',')})`,
    count !== undefined && count > 1 && `${number(count)} times`,
  ]
    .filter((part) => part)
    .join(', ');
}

/** Files that a program wrote in memory. */
export function wordWrittenFiles(paths: readonly string[]): string {
  const [first = '', ...others] = paths;
  const what =
    others.length === 0 ? JSON.stringify(first) : `${JSON.stringify(first)} and ${number(others.length)} more`;
  return `The program wrote ${what} in memory only. Nothing was written to this machine, and the contents are lost.`;
}

/**
 * Returns the sentence about a header that exists and was not read.
 * @param found - the source that includes it, and its path
 * @param project - the folder below which headers are read
 */
export function wordOutside(found: { readonly includer: string; readonly path: string }, project: string): string {
  return `${found.includer} includes "${found.path}", which is outside the project's folder ${project}. Headers are read only there and in the folders of -I.`;
}

/**
 * Returns the sentence about a header that another folder of the project has.
 * @param path - as it stands in the `#include`
 * @param folders - from the working folder; at least one
 */
export function wordElsewhere(path: string, folders: readonly string[]): string {
  const [first = '', second] = folders;
  return second === undefined
    ? `Add -I ${first} to the command: this folder has "${path}".`
    : `Add -I ${first} or -I ${second} to the command: these folders have "${path}".`;
}

/** A file that the program asked for in vain. */
export function wordRefusedFile(path: string): string {
  return `The program cannot read the file ${JSON.stringify(path)}, because no --dir option names a folder that contains it.`;
}
