import { availableParallelism } from 'node:os';

/** Processors that this process may use, at least 1. */
export function cores(): number {
  return Math.max(1, availableParallelism());
}
