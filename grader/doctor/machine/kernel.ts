import { MACHINE_WORDS as words } from '../../explain/index.ts';
import { openEngine } from '../../pipeline/engine/index.ts';
import { PROGRAM_LIMITS, runProgram } from '../../pipeline/run/index.ts';
import { gradingProcesses, memoryBytes } from '../../platform/index.ts';
import { cores } from '../../platform/threads/index.ts';
import type { RunResultJson } from '../../result/index.ts';
import { repair } from './installation.ts';
import { reason, type Sight, sight } from './sight.ts';

/** What a machine must be able to compile and run: a guard, shared memory and a barrier, in two blocks. */
const PROGRAM = `#include <cstdio>

__global__ void reverse(const int* x, int* out, int n) {
  __shared__ int tile[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) tile[threadIdx.x] = x[i];
  __syncthreads();
  int last = min(blockDim.x, n - blockIdx.x * blockDim.x) - 1;
  if (i < n) out[i] = tile[last - threadIdx.x];
}

int main() {
  const int n = 100;
  int *x, *out;
  cudaMallocManaged(&x, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; i++) x[i] = i;
  reverse<<<2, 64>>>(x, out, n);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\\n", out[0], out[63], out[64], out[99]);
  cudaFree(x);
  cudaFree(out);
}
`;
const PRINTED = '63 0 99 64\n';
const REQUEST = {
  source: PROGRAM,
  fileName: 'doctor.cu',
  sha256: '',
  args: [],
  checks: null,
  counters: false,
  limits: { ...PROGRAM_LIMITS, wallMs: 60_000 },
};

/** Compiles a program and runs it, with no cache that could answer instead. */
export async function lookAtKernel(signal?: AbortSignal): Promise<readonly [clang: Sight, emulator: Sight]> {
  const times = { start: 0, run: 0 };
  let version: string | null = null;
  try {
    const { engine, dispose } = await openEngine({ dir: 'off', maxMiB: null }, { cases: 1 });
    version = engine.versions.clang;
    try {
      times.start = performance.now();
      const onProgress = (stage: 'compile' | 'run') => {
        if (stage === 'run') times.run = performance.now();
      };
      const result = await runProgram({ ...REQUEST, engine, onProgress, ...(signal && { signal }) });
      const why = flaw(result);
      if (times.run === 0) return notCompiled(why ?? 'the reason is unknown');
      return [compiled(version, times), why === null ? ran(performance.now() - times.run) : notRun(why)];
    } finally {
      await dispose();
    }
  } catch (error) {
    signal?.throwIfAborted();
    return times.run === 0 ? notCompiled(reason(error)) : [compiled(version, times), notRun(reason(error))];
  }
}

/** What is not as it must be; null where all is. */
function flaw({ findings: [finding], exitCode, stdout }: RunResultJson): string | null {
  if (finding) return reason(finding.message);
  return exitCode === 0 && stdout === PRINTED ? null : `it printed ${JSON.stringify(stdout.slice(0, 80))}`;
}

function compiled(version: string | null, { start, run }: { readonly start: number; readonly run: number }): Sight {
  return sight('clang', 'ok', words.clang(version, Math.round(run - start)));
}

function notCompiled(why: string): readonly [Sight, Sight] {
  const clang = sight('clang', 'broken', words.clangBroken(why, repair()));
  return [clang, sight('emulator', 'broken', words.emulatorUnasked())];
}

function ran(ms: number): Sight {
  const memory = memoryBytes();
  const atOnce = gradingProcesses(cores(), memory);
  return sight('emulator', 'ok', words.emulator(cores(), memory, atOnce, Math.round(ms)));
}

function notRun(why: string): Sight {
  return sight('emulator', 'broken', words.emulatorBroken(why, repair()));
}
