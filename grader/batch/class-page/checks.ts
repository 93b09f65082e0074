import { wordCheckAim } from '../../explain/index.ts';
import { CHECK_IDS, type CheckId } from '../../result/index.ts';
import type { Counted } from './standing.ts';

/** How a check went for a class: of those whose attempt counts. */
export interface CheckCounts {
  readonly id: CheckId;
  /** What it asks for. */
  readonly aim: string;
  readonly passed: number;
  readonly failed: number;
  /** Skipped, or the machine could not judge it. */
  readonly notJudged: number;
}

/** Most failed first; among equals in the order in which they are judged. */
export function checkCounts(counted: readonly Counted[]): CheckCounts[] {
  return CHECK_IDS.flatMap((id) => {
    const own = counted.flatMap(({ result }) => result.checks.find((check) => check.id === id) ?? []);
    const number = (...of: string[]): number => own.filter(({ status }) => of.includes(status)).length;
    const [passed, failed, notJudged] = [number('passed'), number('failed'), number('skipped', 'error')];
    return own.length === 0 ? [] : [{ id, aim: wordCheckAim(id), passed, failed, notJudged }];
  }).sort((a, b) => b.failed - a.failed);
}

/** The first check, as they are judged, that did not pass through the student's doing. */
export function firstFailed({ result }: Pick<Counted, 'result'>): CheckId | null {
  return result.checks.find(({ status }) => status === 'failed')?.id ?? null;
}
