import { type GpuProgramOptions, openEngine, openGpuPrograms } from '../pipeline/engine/index.ts';
import { runProgram, runProgramOnGpu } from '../pipeline/run/index.ts';
import type { CacheSettings } from '../platform/cache/index.ts';
import type { GpuRunner, Runner } from './grader.ts';

/** Runs programs on this machine's emulator, one at a time. */
export async function createRunner(settings: CacheSettings): Promise<Runner> {
  const { engine, dispose } = await openEngine(settings, { cases: 1 });
  return { run: (request) => runProgram({ ...request, engine }), dispose };
}

/** Runs programs on this machine's GPU, in containers. */
export async function createGpuRunner(options: GpuProgramOptions): Promise<GpuRunner> {
  const { machine, dispose } = await openGpuPrograms(options);
  return { run: (request) => runProgramOnGpu({ ...request, machine }), dispose };
}
