import type { CheckOutcome, Evidence } from './evidence.ts';
import { summarize } from './summary.ts';

/** speedup: measured on a GPU alone. The emulator has no clock that means anything, so it neither gives nor takes points. */
export function judgeSpeedup(evidence: Evidence): CheckOutcome {
  return summarize('speedup', 'skipped', [], evidence, { reason: 'no-gpu' });
}
