import type * as Platform from '../threads/cpu-limit.ts';

/**
 * A page does not learn how much of the processor it got: on a busy machine the clock alone would be unjust. Host code
 * knows better where it loops or calls, and ends itself before this (host/module/loop-clock.ts).
 */
const PATIENCE = 5;

export const afterWork: typeof Platform.afterWork = (limitMs, onExpired) => {
  const startedAt = performance.now();
  const timer = setTimeout(onExpired, limitMs * PATIENCE);
  let had: number | null = null;
  return () => {
    clearTimeout(timer);
    had ??= performance.now() - startedAt;
    return had;
  };
};

export const ownThread: typeof Platform.ownThread = () => null;
