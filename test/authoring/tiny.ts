import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';
import { stringify } from 'yaml';
import { makeReferences, writeReferences } from '../../grader/authoring/references.ts';
import { loadSimulator } from '../../grader/simulator/file/index.ts';
import { type AssignmentSpec, loadAssignment } from '../../grader/spec/index.ts';

/** Content of a file, or null for none. */
export type Files = Readonly<Record<string, string | null>>;

export interface Spoilt {
  /** Changes the specification, as data. */
  readonly spec?: (spec: TinySpec) => void;
  readonly files?: Files;
  /** Changes the manifest of submissions, as data. */
  readonly manifest?: (manifest: TinyManifest) => void;
  /** Done once the reference outputs are there. */
  readonly after?: (folder: string) => void;
}

/** The parts that tests change. */
export interface TinySpec {
  entry: AssignmentSpec['entry'];
  inputs: Record<string, unknown>;
  cases: { name: string; dims: Record<string, number>; seed: number }[];
  hidden: { name: string; count?: number; dims: Record<string, [number, number]> }[];
  tolerance: { absolute: number };
  technique: Record<string, unknown>;
  timing: Record<string, unknown>;
}

export interface TinyManifest {
  accepted: { file: string; tier?: string }[];
  slow: { file: string; misses: string; about: string }[];
  rejected: { file: string; verdict: string; checks: string[]; rule: string; line: number; about: string }[];
}

const kernel = (body: string): string => `__global__ void curve_kernel(const float* x, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  ${body}
}

void curve(const float* x, float* out, int n) {
  curve_kernel<<<(n + 255) / 256, 256>>>(x, out, n);
}
`;

export const RIGHT = kernel('if (i < n) out[i] = x[i] * x[i] + x[i];');
/** Line 3 of what {@link kernel} makes. */
export const WRONG = kernel('if (i < n) out[i] = x[i] * x[i] - x[i];');
export const NOTHING = kernel("// Which element is this thread's? Is there one?");
const SMALL_BLOCKS = RIGHT.replace('(n + 255) / 256, 256', '(n + 7) / 8, 8');
export const ONE_BLOCK = RIGHT.replace('<<<(n + 255) / 256, 256>>>', '<<<1, 256>>>').replace(
  'if (i < n)',
  'for (; i < n; i += blockDim.x)',
);

export const SIMULATOR = `import { ceilDiv, deviceArray, launch, toDevice } from 'cuda-course-grade/simulator';

export function expected({ x }, { n }) {
  return { out: Float64Array.from({ length: n }, (_, i) => x[i] * x[i] + x[i]) };
}

function kernel({ blockIdx, blockDim, threadIdx, guard }, x, out, n) {
  const i = blockIdx.x * blockDim.x + threadIdx.x;
  if (guard(i < n, 'i < n')) out.store(i, Math.fround(Math.fround(x.load(i) * x.load(i)) + x.load(i)));
}

export function simulate({ x }, { n }, { block = 64, trace } = {}) {
  const out = deviceArray('out', Float32Array, n);
  launch(kernel, ceilDiv(n, block), block, [toDevice('x', x), out, n], { trace });
  return { out: out.toHost() };
}
`;

const HANDOUT = `# A curve

\`\`\`c
void curve(const float* x, float* out, int n)
\`\`\`

Errors of 1e-6 are allowed: a tolerance of 1e-6. [The starter](starter.cu) has the frame.

| check       | what it wants | points |
| ----------- | ------------- | -----: |
| compile     | it compiles   |      5 |
| guards      | no thread leaves the arrays | 20 |
| correctness | every element is right | 35 |
| memory      | nothing is read before it is written | 10 |
| races       | no two threads meet | 10 |
| technique   | at least 512 threads share the work | 10 |
| speedup     | on a GPU: faster than one thread | 10 |
`;

const SPEC: TinySpec & Record<string, unknown> = {
  schemaVersion: 1,
  id: 'curve',
  title: 'A curve',
  summary: 'x squared plus x, an element a thread.',
  entry: {
    style: 'device-pointers',
    function: 'curve',
    parameters: [
      { name: 'x', role: 'input', type: 'float32', shape: ['n'] },
      { name: 'out', role: 'output', type: 'float32', shape: ['n'] },
      { name: 'n', role: 'scalar', type: 'int32' },
    ],
  },
  inputs: { x: { distribution: 'uniform', min: -1, max: 1 } },
  expected: { operation: 'simulator' },
  cases: [
    { name: 'one', dims: { n: 1 }, seed: 1 },
    { name: 'odd', dims: { n: 1303 }, seed: 2 },
  ],
  hidden: [{ name: 'ragged', dims: { n: [17, 900] } }],
  tolerance: { absolute: 1e-6 },
  technique: { kind: 'parallel-outputs', minThreads: 512, minBlocks: 2 },
  timing: { baseline: 'baseline.cu', dims: { n: 1_000_000 } },
};

const MANIFEST: TinyManifest = {
  accepted: [{ file: 'right.cu' }],
  slow: [{ file: 'small-blocks.cu', misses: 'fast', about: 'Small blocks start sooner.' }],
  rejected: [
    { file: 'sign.cu', verdict: 'failed', checks: ['correctness'], rule: 'wrong-output', line: 3, about: 'A slip.' },
  ],
};

/**
 * Folders `curve/` of a small sound assignment, spoilt as a test asks for it: everything that `grade validate` proves
 * holds for what is not spoilt. Removed at the end of the test file.
 */
export function tinyAssignments(): (spoilt?: Spoilt) => Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'grade-tiny-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  let count = 0;
  return async ({ spec: change, files = {}, manifest: changeManifest, after } = {}) => {
    const folder = join(root, String(++count), 'curve');
    const spec = structuredClone(SPEC);
    change?.(spec);
    const manifest = structuredClone(MANIFEST);
    // Slow examples need tiers.
    if (!spec.timing['tiers']) manifest.slow = [];
    changeManifest?.(manifest);
    const all: Files = {
      'assignment.yaml': `# yaml-language-server: $schema=https://example.org/assignment.schema.json\n${stringify(spec)}`,
      'handout.md': HANDOUT,
      'starter.cu': NOTHING,
      'simulator.ts': SIMULATOR,
      'baseline.cu': ONE_BLOCK,
      'submissions/manifest.yaml': `# yaml-language-server: $schema=https://example.org/manifest.schema.json\n${stringify({ schemaVersion: 1, ...manifest })}`,
      'submissions/accepted/right.cu': RIGHT,
      ...(manifest.slow.length > 0 && { 'submissions/slow/small-blocks.cu': SMALL_BLOCKS }),
      'submissions/rejected/sign.cu': WRONG,
      ...files,
    };
    for (const [name, content] of Object.entries(all)) {
      if (content === null) continue;
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    // What cannot be loaded has no references.
    try {
      const assignment = loadAssignment(folder);
      writeReferences(folder, await makeReferences(assignment, await loadSimulator(assignment)), {
        baseline: null,
        solution: null,
      });
    } catch (error) {
      if (after === undefined) throw error;
    }
    after?.(folder);
    return folder;
  };
}

/** Tiers and a baseline, to be added to the specification. */
export const TIMING = {
  baseline: 'baseline.cu',
  dims: { n: 1_000_000 },
  tiers: [{ name: 'fast', points: 10, minRatio: 2 }],
};

/** A calibration in which `right.cu` is `ratio` times as fast as the baseline. */
export function calibration(ratio: number, slow: number): string {
  const measured = (file: string, kind: string, value: number) => ({
    file,
    tier: 'fast',
    kind,
    ms: 1 / value,
    ratio: value,
    interval: [value, value],
  });
  return JSON.stringify({
    schemaVersion: 1,
    gpu: 'NVIDIA Test',
    driver: '13.0',
    nvcc: '13.0.88',
    date: '2026-11-21',
    dims: TIMING.dims,
    baselineMs: 1,
    tiers: [{ name: 'fast', of: 'baseline', minRatio: 2, above: ratio / 2 - 1, below: 2 / slow - 1 }],
    measured: [measured('accepted/right.cu', 'accepted', ratio), measured('slow/small-blocks.cu', 'slow', slow)],
  });
}
