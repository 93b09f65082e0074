import type { Finding, Rule } from '../result/index.ts';

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

/** The rule of the finding that a known line explains. A repair explains every finding. */
const EXPLAINED: Readonly<Record<keyof typeof KNOWN, Rule>> = {
  grid: 'launch-error',
  block: 'launch-error',
  'shared-memory': 'shared-out-of-bounds',
  freed: 'use-after-free',
  barrier: 'barrier-divergence',
  passed: 'host-device-pointer',
};

/** True if the line says something about a finding, and the finding does not already stand there. */
export function decidesAbout(
  { line, why }: DecidingLine,
  finding: Pick<Finding, 'rule' | 'line'> | undefined,
): boolean {
  if (finding === undefined || finding.line === line) return false;
  return (
    why === 'repair' || finding.rule === EXPLAINED[why] || (why === 'shared-memory' && finding.rule === 'launch-error')
  );
}

/** The sentences on the line that decides. They never name a change. */
export function wordDeciding({ line, why }: DecidingLine): string {
  const reason =
    why === 'repair'
      ? 'A small change there, and at no other line that was tried, makes every visible case right.'
      : KNOWN[why];
  return `Look at line ${line}. ${reason}`;
}
