import type * as Platform from '../../platform/cpu-limit.ts';

/**
 * A page does not learn how much of the processor it got: on a busy machine the clock alone would be unjust. Loops of host
 * code know better, and end themselves before this (record/host/loop-clock.ts).
 */
const PATIENCE = 2;

export const afterWork: typeof Platform.afterWork = (limitMs, onExpired) => {
  const timer = setTimeout(onExpired, limitMs * PATIENCE);
  return () => clearTimeout(timer);
};
