import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTROL } from '../../blame/index.ts';
import { takeCompiler } from '../../compile/early/index.ts';
import { ControlPrograms } from '../../compile/index.ts';
import { emulatorProperties } from '../../device/emulator/index.ts';
import { deviceProperties } from '../../device/gpu/index.ts';
import { RunPool, type RunRequest } from '../../host/index.ts';
import { judge, keepsAddresses, planOf, runDirectly } from '../../host/replay/index.ts';
import { Cache, type CacheSettings, cacheOptions } from '../../platform/cache/index.ts';
import { sha256 } from '../../platform/index.ts';
import type { Engine } from '../grade/index.ts';
import type { Machine, MachineOptions } from './machine.ts';

export interface EngineOptions {
  /** Cases that run at the same time; default: one a processor, at most 8. The result does not depend on it. */
  readonly cases?: number;
  /** About so many are to be graded before it is disposed of; default: a few. */
  readonly submissions?: number;
  /** Default: the emulator alone. */
  readonly machine?: MachineOptions;
  /** Receives a line per failure that does not decide an outcome; default: standard error. */
  readonly log?: (line: string) => void;
}

/** Everything that grading needs of this machine, warm until disposed. */
export interface LocalEngine {
  readonly engine: Engine;
  /** What of this machine is not used though it might have been, and why. */
  readonly skipped: readonly string[];
  dispose(): Promise<void>;
}

/** Optimising Clang costs 5 s of processor time at first, and saves 60 ms a submission (docs/bench/). */
const MANY = 120;

/** Memory of a device without kernels, for plans at any size. */
const PLANNED_BYTES = 2 ** 32;

const EMULATOR_ALONE: MachineOptions = { target: 'emulator', nvcc: 'off', sandbox: 'auto' };

/** Clang and the emulator in worker threads; nvcc and a GPU where they are wanted and there. */
export async function openEngine(
  settings: CacheSettings,
  { cases, submissions = 1, machine: wanted = EMULATOR_ALONE, log = toStandardError }: EngineOptions = {},
): Promise<LocalEngine> {
  const compiler = takeCompiler({ isLongLived: submissions >= MANY, log });
  // Clang loads while the specification and the cache are looked at.
  const started = compiler.version();
  started.catch(() => undefined);
  const programs = new ControlPrograms(compiler);
  const control = (heapBytes: number) => programs.program(heapBytes);
  const pool = new RunPool({ ...(cases !== undefined && { size: cases }), control, log });
  const cache = new Cache(cacheOptions(settings));
  const closeBoth = () => Promise.all([compiler.dispose(), pool.dispose()]);
  const opening = openLazily({ log, ...wanted });
  opening.catch(() => undefined);
  const symbolize: Engine['symbolize'] = (...about) => compiler.symbolize(...about);
  const { clang, engine: hash } = await started.catch(async (error: unknown) => {
    await closeBoth();
    throw error;
  });
  const machine = await opening.catch(async (error: unknown) => {
    await closeBoth();
    throw error;
  });
  // Host code sees the GPU that is there from the beginning: it cannot ask for other kernels where it is only timed.
  const properties = machine.gpu && deviceProperties((await machine.gpu.describe()).gpu);
  const seeing = (request: RunRequest): RunRequest => (properties ? { ...request, properties } : request);
  const planned = properties ?? emulatorProperties(PLANNED_BYTES);
  const engine: Engine = {
    prepare: () => pool.start(),
    compile: (source, fileName, options) => compiler.compile(source, fileName, options),
    syntaxTree: (source, fileName, options) => compiler.syntaxTree(source, fileName, options),
    run: (request, signal, streams) => pool.run(seeing(request), { symbolize, ...streams, ...(signal && { signal }) }),
    judge: (request, judging, signal) =>
      judge(pool, seeing(request), judging, { symbolize, ...(signal && { signal }) }),
    runDirectly: (request, like, mostBytes, signal) =>
      runDirectly(pool, seeing(request), like, mostBytes, { symbolize, ...(signal && { signal }) }),
    keepsAddresses: (request, signal) =>
      keepsAddresses(pool, seeing(request), { symbolize, ...(signal && { signal }) }),
    plan: (request, signal) => planOf(pool, request, planned, { symbolize, ...(signal && { signal }) }),
    symbolize,
    nvcc: machine.nvcc,
    gpu: machine.gpu,
    readFile: (assignment, path) => readFileSync(join(assignment.folder, path)),
    cache,
    sha256: (...parts) => sha256('hex', ...parts.flatMap((part) => [`${part.length}\0`, part])),
    versions: { engine: hash, clang, node: process.version },
    control: async () => pool.runControl(await control(CONTROL.heapBytes), { symbolize }),
    log,
    now: () => performance.now(),
  };
  return {
    engine,
    skipped: machine.skipped,
    dispose: async () => {
      await Promise.all([closeBoth(), machine.dispose()]);
    },
  };
}

function toStandardError(line: string): void {
  process.stderr.write(`note: ${line}\n`);
}

/** Container engines and GPUs are no concern of a machine that has neither: what speaks to them is loaded late. */
async function openLazily(options: MachineOptions): Promise<Machine> {
  const { openMachine } = await import('./machine.ts');
  return openMachine(options);
}
