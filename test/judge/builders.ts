import type { Comparison } from '../../grader/compare/index.ts';
import type { CompileResult, Site } from '../../grader/compile/index.ts';
import type { DeviceFault, LaunchOutcome } from '../../grader/device/index.ts';
import type { LaunchRecord, RunResult } from '../../grader/host/index.ts';
import type { CaseEvidence, Evidence, OutputEvidence } from '../../grader/judge/index.ts';
import { resolveAssignment } from '../../grader/spec/index.ts';

/** Evidence of a submission that did everything right; tests change what they are about. */

export const FILE = 'mine.cu';
export const SOURCE = 'void matmul(const float* m, const float* n, float* out, int h, int w, int k) {\n}\n';

export function fault(change: Partial<DeviceFault> = {}): DeviceFault {
  return {
    rule: 'out-of-bounds-read',
    kernel: 'kernel',
    launch: 0,
    at: { position: { file: FILE, line: 12, column: 5 }, access: 'read', block: [3, 0, 0], thread: [7, 0, 0] },
    other: null,
    count: 1,
    bytes: 4,
    buffer: { label: 'm', role: 'input', bytes: 400, offset: 400 },
    detail: null,
    ...change,
  };
}

export function outcome(change: Partial<LaunchOutcome> = {}): LaunchOutcome {
  return {
    error: 0,
    sharedBytes: 0,
    outputThreads: 4096,
    outputBlocks: 16,
    outputStores: [{ site: 0, count: 4096 }],
    sharedLoads: true,
    counters: { globalLoadSectors: 100, sharedLoadInstructions: 100 },
    siteCounters: [],
    ...change,
  };
}

export function launch(change: Partial<LaunchRecord> = {}): LaunchRecord {
  return {
    kernel: 'kernel',
    grid: [4, 4, 1],
    block: [16, 16, 1],
    position: { file: FILE, line: 20, column: 5 },
    outcome: outcome(),
    ...change,
  };
}

export function comparison(change: Partial<Comparison> = {}): Comparison {
  return {
    checked: 4096,
    wrong: 0,
    unwritten: 0,
    maxError: 0,
    nan: 0,
    infinite: 0,
    firstMismatch: null,
    firstWrong: null,
    pattern: null,
    ...change,
  } as Comparison;
}

export function output(change: Partial<OutputEvidence> = {}): OutputEvidence {
  return { name: 'out', shape: [64, 64], comparison: comparison(), writtenByKernels: 4096, elements: 4096, ...change };
}

export function run(change: Partial<RunResult> = {}): RunResult {
  return {
    host: { status: 'returned', value: 0 },
    plan: { schemaVersion: 1, steps: [] },
    launches: [launch()],
    faults: [],
    apiErrors: [],
    outputs: [
      {
        name: 'out',
        bytes: new Uint8Array(),
        state: new Uint8Array(),
        stores: [{ position: { file: FILE, line: 15, column: 9 }, count: 4096, kernel: 'kernel' }],
      },
    ],
    changedInputs: [],
    influence: { changed: 1000, unshared: 60, lost: false },
    stdout: '',
    stderr: '',
    ...change,
  };
}

export function caseOf(change: Partial<CaseEvidence> = {}): CaseEvidence {
  return { name: 'exact', visible: true, dims: { h: 64, w: 64, k: 64 }, run: run(), outputs: [output()], ...change };
}

const SITE: Site = { kind: 'store', bytes: 4, position: null, function: 'kernel', fromShared: true };

export const compiled: Extract<CompileResult, { status: 'compiled' }> = {
  status: 'compiled',
  host: { wasm: new Uint8Array(), fileName: FILE, exports: [] },
  device: {
    wasm: new Uint8Array(),
    waiting: 'never',
    kernels: [],
    sites: [SITE],
    sharedArrays: [],
    variables: [],
    heapBytes: 0,
  },
  diagnostics: [],
};

export function evidence(change: Partial<Evidence> = {}): Evidence {
  return {
    spec: resolveAssignment('matmul-tiled').spec,
    fileName: FILE,
    source: SOURCE,
    compiled,
    cases: [caseOf()],
    techniqueCase: 'exact',
    participation: { status: 'works' },
    baseline: { globalLoadSectors: 1000, globalStoreSectors: 100 },
    nvcc: null,
    gpu: null,
    sanitizer: null,
    timing: null,
    timingSkipped: 'no-gpu',
    ...change,
  };
}
