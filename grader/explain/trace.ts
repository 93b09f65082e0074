/**
 * One sentence for each kind of step of a simulation. The page that steps through it fills in what is in braces; a step
 * of two kinds has two.
 */
export const TRACE_WORDS = {
  launch: 'The host launches {kernel}: {blocks} of {threads}. Nothing has run yet.',
  block: 'Block {block} begins, with {threads}. On a GPU blocks run at the same time, and in any order.',
  thread: 'Thread {thread} begins.',
  resumed: 'Thread {thread} goes on after the barrier.',
  watch: 'Thread {thread} works out {values}.',
  inside: 'The guard {condition} says yes: thread {thread} goes on.',
  outside: 'The guard {condition} says no: there is nothing here for thread {thread}, and it is left out.',
  load: 'Thread {thread} loads {element}{position} from {space} memory: {value}.',
  store: 'Thread {thread} stores {value} into {element}{position} in {space} memory.',
  wait: 'Thread {thread} waits at the barrier: {arrived} of {threads} are there.',
  exit: 'Thread {thread} is done.',
  barrier: 'Barrier{what}: all {threads} of the block are here. From now on each sees what the others stored.',
  'block-end': 'Block {block} is done.',
  end: 'The kernel has ended: {threads} in {blocks}.',
  error: 'The simulation stops here. {message}',
} as const;

/** What is not on the page, and how to see it. */
export function wordTraceLeftOut(
  { blocks, ofBlocks, partial }: { readonly blocks: number; readonly ofBlocks: number; readonly partial: boolean },
  steps: number,
): string {
  const many = (number: number): string => number.toLocaleString('en-US');
  const shown = partial
    ? `the first ${many(steps)} steps, which is not even the whole of the first block`
    : `the first ${many(ofBlocks - blocks)} of ${many(ofBlocks)} blocks, ${many(steps)} steps`;
  return `This page holds ${shown}: all of it would be too much for a page. The text below covers every block. Where no case is named, a small example is traced, which fits.`;
}
