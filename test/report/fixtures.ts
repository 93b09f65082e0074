import { wordVerdict } from '../../grader/explain/index.ts';
import type { RunResult } from '../../grader/host/index.ts';
import { coverage } from '../../grader/host/plan/index.ts';
import type { ReportInput } from '../../grader/report/index.ts';
import type { Raster } from '../../grader/report/pictures.ts';
import { planTable } from '../../grader/report/plan.ts';
import {
  CHECK_IDS,
  type CheckId,
  type CheckResult,
  type Finding,
  type GradeResult,
} from '../../grader/result/index.ts';

/** Results as the stages make them, for every renderer: each differs from a passed one in what it is about. */

const FILE = 'mine.cu';
const POINTS: Readonly<Record<CheckId, number>> = {
  compile: 5,
  guards: 20,
  correctness: 35,
  memory: 10,
  races: 10,
  technique: 10,
  speedup: 0,
};

export const SOURCE = `#include <cuda_runtime.h>

__global__ void gray(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 0.2989f * x[i] + 0.5870f * x[i + n] + 0.1140f * x[i + 2 * n];
}

void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    int n = height * width;
    gray<<<(n + 255) / 256, 256>>>(x, out, n);
}
`;

export function check(id: CheckId, findings: readonly Finding[] = [], change: Partial<CheckResult> = {}): CheckResult {
  const failed = findings.some(({ severity }) => severity === 'error');
  const status = id === 'speedup' ? 'skipped' : failed ? 'failed' : 'passed';
  const score = status === 'passed' ? POINTS[id] : 0;
  return { id, status, score, maxScore: POINTS[id], summary: `About ${id}.`, findings: [...findings], ...change };
}

function result(
  verdict: GradeResult['verdict'],
  changed: readonly CheckResult[],
  change: Partial<GradeResult> = {},
): GradeResult {
  const checks = CHECK_IDS.map((id) => changed.find((candidate) => candidate.id === id) ?? check(id));
  return {
    schemaVersion: 1,
    assignment: 'grayscale',
    submission: { file: FILE, sha256: 'ab'.repeat(32) },
    target: 'emulator',
    verdict,
    responsible: verdict === 'failed' ? 'student' : verdict === 'error' ? 'infrastructure' : null,
    score: checks.reduce((sum, { score }) => sum + score, 0),
    maxScore: 90,
    checks,
    cases: [
      { name: 'photo', visible: true, status: 'passed', maxError: 0, firstMismatch: null, pattern: null },
      { name: 'ragged-1', visible: false, status: 'passed', maxError: 0, firstMismatch: null, pattern: null },
    ],
    launches: [],
    timing: null,
    environment: { engine: 'e', clang: '22', nvcc: null, driver: null, node: 'v20', limits: {}, durationMs: 5 },
    ...change,
  };
}

const outcome: RunResult['launches'][number]['outcome'] = {
  error: 0,
  sharedBytes: 512,
  outputThreads: 33_750,
  outputBlocks: 132,
  outputStores: [],
  sharedLoads: false,
  counters: {},
  siteCounters: [],
};
const position = { line: 10, column: 9, file: FILE };

/** What a run leaves of its plan: one launch, and a copy of the result. */
export const run: Pick<RunResult, 'plan' | 'launches' | 'apiErrors'> = {
  plan: {
    schemaVersion: 1,
    steps: [
      { step: 'alloc', buffer: 0, bytes: 101_250, label: 'x', role: 'input' },
      { step: 'alloc', buffer: 1, bytes: 33_750, label: 'out', role: 'output' },
      { step: 'alloc', buffer: 2, bytes: 1, label: 'allocation 1', role: 'student' },
      {
        step: 'launch',
        kernel: 'gray',
        mangled: 'gray',
        grid: [132, 1, 1],
        block: [256, 1, 1],
        dynamicSharedBytes: 0,
        stream: 0,
        args: [],
        error: 0,
        position,
      },
      { step: 'copy', to: { buffer: 1, offset: 0 }, from: { buffer: 2, offset: 0 }, bytes: 1, position },
      { step: 'free', buffer: 2, position },
      { step: 'synchronize', position },
      { step: 'synchronize', position },
    ],
  },
  launches: [{ kernel: 'gray', grid: [132, 1, 1], block: [256, 1, 1], position, outcome }],
  apiErrors: [],
};

export const refusedRun: typeof run = {
  ...run,
  launches: [
    {
      kernel: 'gray',
      grid: [17, 1, 1],
      block: [2048, 1, 1],
      position,
      outcome: { ...outcome, error: 9, outputThreads: 0 },
    },
  ],
  apiErrors: [
    {
      call: 'cudaLaunchKernel',
      code: 9,
      position,
      noticed: false,
      isUsed: false,
      reason: 'threads-per-block',
      launch: 0,
    },
  ],
};

function refusedInput(): ReportInput {
  const finding: Finding = { ...guardFinding, rule: 'launch-error', message: 'It is refused.' };
  const base = input(result('failed', [check('correctness', [finding])]));
  const laid = coverage({ grid: [17, 1, 1], block: [2048, 1, 1] }, [150, 225]);
  return {
    ...base,
    coverage: base.coverage && { ...base.coverage, status: 'refused', complete: false, laid },
    plan: planTable('photo', refusedRun, { shape: [150, 225], unit: 'pixel' }),
  };
}

function input(graded: GradeResult, change: Partial<ReportInput> = {}): ReportInput {
  return {
    result: graded,
    title: 'Color to gray',
    source: SOURCE,
    coverage: {
      case: 'photo',
      kernel: 'gray',
      output: 'out',
      unit: 'pixel',
      status: 'ran',
      complete: true,
      laid: coverage({ grid: [132, 1, 1], block: [256, 1, 1] }, [150, 225]),
    },
    plan: planTable('photo', run, { shape: [150, 225], unit: 'pixel' }),
    pictures: null,
    timing: null,
    memory: null,
    tried: null,
    ...change,
  };
}

export const guardFinding: Finding = {
  rule: 'out-of-bounds-write',
  severity: 'error',
  message: 'Thread 214 of block 131 writes just past the end of out.',
  file: FILE,
  line: 5,
  column: 5,
  kernel: 'gray',
  block: [131, 0, 0],
  thread: [214, 0, 0],
  case: 'photo',
  count: 1042,
  hint: 'Which condition keeps the extra threads from this line?',
};

const raceFinding: Finding = {
  ...guardFinding,
  rule: 'shared-race',
  message: 'Thread 7 of block 0 reads element 3 of tile, with no barrier between the two.',
  related: [{ message: 'the other access', file: FILE, line: 4, column: 9, block: [0, 0, 0], thread: [3, 0, 0] }],
};

const skipped = CHECK_IDS.filter((id) => id !== 'compile').map((id) => check(id, [], { status: 'skipped', score: 0 }));

function raster(channels: 1 | 3, value: number): Raster {
  return { width: 4, height: 3, channels, pixels: new Uint8Array(12 * channels).fill(value) };
}

/** One of each kind of outcome, by its name. */
export const inputs = {
  accepted: input(result('passed', [])),
  'guard missing': input(result('failed', [check('guards', [guardFinding])])),
  race: input(result('failed', [check('races', [raceFinding])])),
  'compile error': input(
    result(
      'failed',
      [
        check('compile', [
          { rule: 'compile-error', severity: 'error', message: "Expected ';'.", file: FILE, line: 4, column: 51 },
        ]),
        ...skipped,
      ],
      { cases: [] },
    ),
    { coverage: null, plan: null },
  ),
  'launch error': refusedInput(),
  'wrong picture': input(
    result('failed', [check('correctness', [{ ...guardFinding, rule: 'wrong-output', message: 'All are wrong.' }])]),
    {
      pictures: {
        case: 'photo',
        output: 'out',
        unit: 'pixel',
        width: 4,
        height: 3,
        elements: 12,
        wrong: 11,
        unwritten: 1,
        largest: 3,
        images: [
          { role: 'input', raster: raster(3, 7) },
          { role: 'expected', raster: raster(1, 9) },
          { role: 'got', raster: raster(1, 12) },
          { role: 'difference', raster: raster(3, 255) },
        ],
        samples: [
          { index: [0, 0], expected: 9, got: 12 },
          { index: [2, 3], expected: 9, got: null },
        ],
      },
    },
  ),
  timeout: input(
    result('failed', [check('correctness', [{ ...guardFinding, rule: 'timeout', message: 'It does not end.' }])]),
  ),
  infrastructure: input(
    result('error', [check('compile', [], { status: 'error', score: 0 }), ...skipped], { cases: [], score: 0 }),
    { coverage: null, plan: null },
  ),
} satisfies Record<string, ReportInput>;

export const verdictOf = ({ result: graded }: ReportInput): string => wordVerdict(graded);

/** Everything in it that a student or a file name could have put there is out to do harm. */
export const NASTY =
  '</code></pre><script>alert(1)</script> "q" \'a\' & {{x}} ``` [l](http://e.example) <img src=x onerror=y> | \u001b[31m\u001b]0;t\u0007 \u202e @team';

/** And what is out to do harm to programs that read files: every sink of every format has something here. */
export const HOSTILE = `=1+1 ${NASTY} ]]> <![CDATA[ &amp; </failure> \u0000 \ud800 \uffff 😀\r\n::error file=x::owned\n##[error]owned %0A::set-env name=A::b, a=b {0} {{1}}`;

export function nastyInput(text = NASTY): ReportInput {
  const finding: Finding = { ...guardFinding, message: text, hint: text, kernel: text, file: text, case: text };
  const graded = result('failed', [check('guards', [{ ...finding, related: [{ message: text, line: 1 }] }])], {
    submission: { file: text, sha256: 'ab'.repeat(32) },
    cases: [{ name: text, visible: true, status: 'failed', maxError: null, firstMismatch: null, pattern: text }],
  });
  const base = inputs.accepted;
  const laid = base.coverage && { ...base.coverage, kernel: text, output: text, case: text };
  const launches = run.launches.map((launch) => ({ ...launch, kernel: text }));
  const steps = run.plan.steps.map((step) => ({ ...step, ...('label' in step && { label: text }) }));
  const plan = planTable(text, { ...run, launches, plan: { ...run.plan, steps } }, null);
  return { ...base, result: graded, title: text, source: `// ${text}\n`.repeat(6), coverage: laid, plan };
}
