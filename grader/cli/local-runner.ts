import { openEngine } from '../engine/index.ts';
import type { CacheSettings } from '../platform/cache.ts';
import { runProgram } from '../run/index.ts';
import type { Runner } from './grader.ts';

/** Runs programs on this machine's emulator, one at a time. */
export async function createRunner(settings: CacheSettings): Promise<Runner> {
  const { engine, dispose } = await openEngine(settings, { cases: 1 });
  return { run: (request) => runProgram({ ...request, engine }), dispose };
}
