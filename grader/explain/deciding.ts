/** The reason why a line decides: a repair was found there, or it is known from the finding itself. */
export type DecidingReason = 'repair' | keyof typeof KNOWN;

const KNOWN = {
  grid: 'It decides the size of the grid.',
  block: 'It decides the size of the block.',
  'shared-memory': 'It decides how much shared memory the launch has.',
  freed: 'It frees this buffer.',
  barrier: 'It decides which threads reach this barrier.',
  passed: 'It passes this pointer to the kernel.',
} as const;

/** The line that decides about a finding, 1-based. */
export interface DecidingLine {
  readonly line: number;
  readonly why: DecidingReason;
}

/** The sentences on the line that decides. They never name a change. */
export function wordDeciding({ line, why }: DecidingLine): string {
  const reason =
    why === 'repair'
      ? 'A small change there, and at no other line that was tried, makes every visible case right.'
      : KNOWN[why];
  return `Look at line ${line}. ${reason}`;
}
