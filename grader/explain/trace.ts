/**
 * One sentence for each kind of step of a simulation. The page that steps through it fills in what is in braces; a step
 * of two kinds has two.
 */
export const TRACE_WORDS = {
  launch: 'The host launches {kernel}: {blocks} of {threads}. Nothing has run yet.',
  block: 'Block {block} begins, with {threads}. On a GPU blocks run at the same time, and in any order.',
  thread: 'Thread {thread} begins.',
  resumed: 'Thread {thread} continues after the barrier.',
  watch: 'Thread {thread} computes {values}.',
  inside: 'The guard {condition} is true: thread {thread} continues.',
  outside: 'The guard {condition} is false: thread {thread} has no element here and skips this part.',
  load: 'Thread {thread} loads {element}{position} from {space} memory: {value}.',
  store: 'Thread {thread} stores {value} into {element}{position} in {space} memory.',
  wait: 'Thread {thread} waits at the barrier: {arrived} of {threads} have reached it.',
  exit: 'Thread {thread} is done.',
  barrier:
    'Barrier{what}: all {threads} of the block have reached it. From now on, each thread sees the stores of the others.',
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
    ? `the first ${many(steps)} steps, which is only a part of the first block`
    : `the first ${many(ofBlocks - blocks)} of ${many(ofBlocks)} blocks, ${many(steps)} steps`;
  return `This page shows ${shown}; a complete trace is too large for a page. The text below covers every block. Without a case name, a small example is traced, which fits.`;
}
