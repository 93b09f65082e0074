import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGrader } from '../../grader/cli/local-grader.ts';
import { createRunner } from '../../grader/cli/local-runner.ts';
import {
  type ARCHIVE_LIMITS,
  ASSIGNMENT_LIMITS,
  BUILD_LIMITS,
  FIXED_LIMITS,
  PROGRAM_LIMITS,
} from '../../grader/limits/index.ts';
import { readSubmission } from '../../grader/platform/files/submission-file.ts';
import type { CheckId, Finding, Rule } from '../../grader/result/index.ts';
import { type Assignment, type AssignmentSpec, resolveAssignment } from '../../grader/spec/index.ts';

type Verdict = 'passed' | 'failed';
type AssignmentLimits = AssignmentSpec['limits'];

/** What reaches a limit, and what becomes of it. */
interface Reached<Limits> {
  /** Lower ones, so that it does not take long. */
  readonly limits?: Partial<Limits>;
  /** Of a kernel that is right but for it, given the thread's number `i`. */
  readonly kernel?: string;
  /** Of the host function before it launches. */
  readonly host?: string;
  readonly outside?: string;
  readonly becomes: Verdict;
  /** The first check that does not pass, and what is told. */
  readonly check?: CheckId;
  readonly rule?: Rule;
  readonly says?: string;
}
/** Why nothing here reaches it: what tries it instead, or why nothing can. */
type Row<Limits> = Reached<Limits> | { readonly why: string };

/** Two templates for each one, thirty levels deep: years of work. */
const BOMB = `template <int N, unsigned M> struct B { static const unsigned v = B<N - 1, 2 * M>::v ^ B<N - 1, 2 * M + 1>::v; };
template <unsigned M> struct B<0, M> { static const unsigned v = M; };
unsigned bomb = B<30, 1>::v;`;
const PARAMETERS = Array.from({ length: FIXED_LIMITS.functionParameters + 1 }, (_, j) => `int p${j}`).join(', ');
const DEEPER =
  'int deeper(volatile int* at) { int more[256]; more[at[0] & 255] = 1; return at[0] < 0 ? 0 : deeper(at) + more[at[0] & 255]; }';

/** malloc says so with a null pointer first, as anywhere. */
const TAKES_ALL =
  'for (;;) { volatile char* more = (volatile char*)malloc(1 << 20); if (!more) abort(); more[0] = 1; }';
const INTO_MORE = (bytes: number) =>
  `unsigned char* more = nullptr; cudaMalloc(&more, ${bytes}); gray<<<1, 64>>>(x, more, 64);`;

const OF_ASSIGNMENTS: Readonly<Record<keyof typeof ASSIGNMENT_LIMITS, Row<AssignmentLimits>>> = {
  deviceSteps: {
    limits: { deviceSteps: 10_000 },
    kernel: 'for (volatile int j = 0; j >= 0; ) {}',
    becomes: 'failed',
    check: 'correctness',
    rule: 'timeout',
    says: 'was still in this loop',
  },
  wallSeconds: {
    limits: { wallSeconds: 0.1 },
    host: 'for (volatile int j = 0; j >= 0; ) {}',
    becomes: 'failed',
    check: 'correctness',
    rule: 'timeout',
    says: 'Host code reached its time limit',
  },
  compileSeconds: {
    limits: { compileSeconds: 0.2 },
    outside: BOMB,
    becomes: 'failed',
    check: 'compile',
    rule: 'compile-error',
    says: 'The compiler reached its time limit for this file',
  },
  hostMemoryMiB: {
    limits: { hostMemoryMiB: 16 },
    host: TAKES_ALL,
    becomes: 'failed',
    check: 'correctness',
    rule: 'host-fault',
    says: 'Host code reached its memory limit',
  },
  deviceMemoryMiB: {
    limits: { deviceMemoryMiB: 1 },
    host: INTO_MORE(17 << 20),
    becomes: 'failed',
    check: 'correctness',
    rule: 'host-fault',
    says: 'Host code reached the limit of device memory and was stopped. It requested 17 MiB.',
  },
  outputKiB: {
    limits: { outputKiB: 1 },
    host: 'for (int j = 0; j < 200; j++) printf("a line of text\\n");',
    becomes: 'passed',
  },
  launches: {
    limits: { launches: 3 },
    host: 'for (int j = 0; j < 4; j++) gray<<<1, 1>>>(x, out, 1);',
    becomes: 'failed',
    check: 'correctness',
    rule: 'host-fault',
    says: 'reached its limit of kernel launches',
  },
};

const ON_A_GPU = 'it bounds launches on a GPU: npm run test:gpu (test/timing/gpu.test.ts, test/timing/replay.test.ts)';
const OF_ALL: Readonly<Record<keyof typeof FIXED_LIMITS, Row<AssignmentLimits>>> = {
  sourceBytes: { why: 'it is no submission at all: refused, as the test below says' },
  notebookBytes: { why: 'it is no submission at all: refused, as the test below says' },
  devicePrintBytes: {
    limits: { outputKiB: ASSIGNMENT_LIMITS.outputKiB.max },
    kernel: 'for (int j = 0; j < 100; j++) printf("thread %d prints its line number %d and a little more\\n", i, j);',
    becomes: 'passed',
  },
  devicePrintTextBytes: {
    kernel: 'if (i == 0) printf("%1000000000d", i);',
    becomes: 'passed',
  },
  deviceMallocBytes: {
    kernel: `if (i == 0) { void* more = malloc(${FIXED_LIMITS.deviceMallocBytes + 1}); if (more) __trap(); }`,
    becomes: 'passed',
  },
  staticSharedBytes: {
    kernel: `__shared__ char tile[${FIXED_LIMITS.staticSharedBytes + 1}]; tile[threadIdx.x] = i; if (tile[threadIdx.x] == 300) return;`,
    becomes: 'failed',
    check: 'compile',
    rule: 'compile-error',
    says: 'The __shared__ arrays of gray need 49153 bytes, and a block has 49152',
  },
  constantBytes: {
    outside: `__constant__ char table[${FIXED_LIMITS.constantBytes + 1}];`,
    kernel: 'if (table[i] == 7) return;',
    becomes: 'failed',
    check: 'compile',
    rule: 'compile-error',
    says: 'The __constant__ variables need 65537 bytes; the maximum is 65536',
  },
  kernelParameterBytes: {
    outside: `struct Large { char bytes[${FIXED_LIMITS.kernelParameterBytes + 1}]; };
              __global__ void large(Large given, char* to) { *to = given.bytes[threadIdx.x]; }`,
    becomes: 'failed',
    check: 'compile',
    rule: 'compile-error',
    says: 'The parameters of large have 32776 bytes; the maximum is 32764',
  },
  localBytes: {
    kernel: `volatile char own[${FIXED_LIMITS.localBytes + 1}]; own[i % 7] = i; if (own[i % 5] == 77) return;`,
    becomes: 'failed',
    check: 'correctness',
    rule: 'launch-error',
    says: 'need more than 524,288 bytes of local memory',
  },
  deviceVariableBytes: {
    outside: `__device__ char table[${FIXED_LIMITS.deviceVariableBytes + 1}];`,
    kernel: 'if (table[i] == 7) return;',
    becomes: 'failed',
    check: 'compile',
    rule: 'compile-error',
    says: 'The __device__ variables need 33554433 bytes; the maximum is 33554432',
  },
  deviceVariables: { why: 'a file with as many of them takes the compiler longer than it may' },
  sharedArrays: {
    kernel: Array.from({ length: FIXED_LIMITS.sharedArrays + 1 }, (_, j) => `__shared__ int s${j}; s${j} = i;`).join(
      ' ',
    ),
    becomes: 'failed',
    check: 'compile',
    rule: 'compile-error',
    says: 'Device code has 256 __shared__ variables; the maximum is 255',
  },
  sites: { why: 'a file with as many of them takes the compiler more memory than it may have' },
  hostStackBytes: {
    outside: DEEPER,
    host: 'volatile int one = 1; if (deeper(&one) == 7) return;',
    becomes: 'failed',
    check: 'correctness',
    rule: 'host-fault',
    says: 'Host code crashed: stack overflow',
  },
  clangMemoryBytes: {
    limits: { compileSeconds: ASSIGNMENT_LIMITS.compileSeconds.max },
    outside: 'int huge[500000000] = {1};',
    becomes: 'failed',
    check: 'compile',
    rule: 'compile-error',
    says: 'The compiler reached its memory limit for this file',
  },
  clangHeapBytes: { why: "Clang's data is in WebAssembly's memory: its heap holds our own text and tables, a few MiB" },
  gpuLaunchMs: { why: ON_A_GPU },
  gpuPatientLaunchMs: { why: ON_A_GPU },
  timedLaunchMs: { why: ON_A_GPU },
  gpuPagesBytes: { why: 'it bounds memory of a GPU: test/gpu/memory.test.ts' },
  handles: {
    host: `cudaStream_t s;
           for (int j = 0; j < ${FIXED_LIMITS.handles}; j++) if (cudaStreamCreate(&s) != cudaSuccess) abort();
           if (cudaStreamCreate(&s) != cudaErrorMemoryAllocation) abort();`,
    becomes: 'passed',
  },
  runtimeCalls: {
    host: 'cudaGraph_t graph; for (;;) { cudaGraphCreate(&graph, 0); cudaGraphDestroy(graph); }',
    becomes: 'failed',
    check: 'correctness',
    rule: 'host-fault',
    says: 'reached its limit of CUDA runtime calls',
  },
  runHeapBytes: { why: 'no program that is known fills it: test/host/pool.test.ts ends a worker for want of memory' },
  submissionMs: { why: 'it takes most of a minute: test/host/pool.test.ts has it with less time' },
  functionParameters: {
    outside: `__attribute__((noinline)) int many(${PARAMETERS}) { return p1 + p1000; }\nvolatile int sum;`,
    host: `sum = many(${Array.from({ length: FIXED_LIMITS.functionParameters + 1 }, (_, j) => j).join(', ')});`,
    becomes: 'failed',
    check: 'compile',
    rule: 'compile-error',
    says: 'The function many has 1001 parameters; the maximum is 1000',
  },
  begunLaunches: {
    host: 'for (;;) __cudaPushCallConfiguration(1, 1);',
    becomes: 'failed',
    check: 'correctness',
    rule: 'host-fault',
    says: 'Host code crashed: too many launches are begun and not made',
  },
};

type ProgramLimits = { -readonly [Name in keyof typeof PROGRAM_LIMITS]: number };
/** A program of one's own fails by what is told: its exit status is then 86. */
const OF_PROGRAMS: Readonly<Record<keyof typeof PROGRAM_LIMITS, Row<ProgramLimits>>> = {
  deviceSteps: {
    limits: { deviceSteps: 10_000 },
    kernel: 'for (volatile int j = 0; j >= 0; ) {}',
    becomes: 'failed',
    rule: 'timeout',
    says: 'was still in this loop',
  },
  wallMs: {
    limits: { wallMs: 200 },
    host: 'for (volatile int j = 0; j >= 0; ) {}',
    becomes: 'failed',
    rule: 'timeout',
    says: 'was still running after',
  },
  compileMs: {
    limits: { compileMs: 200 },
    outside: BOMB,
    becomes: 'failed',
    rule: 'compile-error',
    says: 'The compiler reached its time limit for this file',
  },
  deviceMemoryBytes: {
    host: INTO_MORE(PROGRAM_LIMITS.deviceMemoryBytes),
    becomes: 'failed',
    rule: 'unsupported-feature',
    says: 'The program requests 300 MiB in addition to its other memory; the maximum of device memory in the emulator is 300 MiB',
  },
  hostMemoryBytes: {
    limits: { hostMemoryBytes: 16 << 20 },
    host: TAKES_ALL,
    becomes: 'failed',
    rule: 'unsupported-feature',
    says: 'The program requests 1 MiB in addition to its other memory; the maximum of host memory in the emulator is 16 MiB',
  },
  outputBytes: {
    limits: { outputBytes: 1000 },
    host: 'for (int j = 0; j < 200; j++) printf("a line of text\\n");',
    becomes: 'failed',
    rule: 'host-fault',
    says: 'The program prints more than',
  },
  fileBytes: { why: 'fopen and fwrite tell the program, which goes on: test/host/module/files.test.ts' },
  launches: {
    limits: { launches: 3 },
    host: 'for (int j = 0; j < 4; j++) gray<<<1, 1>>>(x, out, 0);',
    becomes: 'failed',
    rule: 'host-fault',
    says: 'The program launches more than 3 kernels',
  },
  runtimeCalls: {
    limits: { runtimeCalls: 1_000 },
    host: 'for (;;) cudaGetLastError();',
    becomes: 'failed',
    rule: 'host-fault',
    says: 'reached its limit of CUDA runtime calls',
  },
};

const IN_CONTAINERS = 'the container engine has it: test/sandbox/containers/limits.test.ts reaches it there';
const OF_CONTAINERS = Object.fromEntries(Object.keys(BUILD_LIMITS).map((name) => [name, { why: IN_CONTAINERS }]));
const OF_BATCHES: Readonly<Record<keyof typeof ARCHIVE_LIMITS, Row<never>>> = {
  entries: { why: 'a student has 20,000 files at most: it takes 50 students with as many' },
  sourceBytes: { why: 'a GiB of sources takes 1,000 files of the largest size: no test holds as much' },
  unpackedBytes: { why: 'unpacking 256 GiB takes minutes' },
  metadataBytes: { why: 'what is longer is cut and then is no YAML: test/batch/intake.test.ts has such metadata' },
};

const KERNEL = (more = '') => `__global__ void gray(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    ${more}
    if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[n + i] + 0.1140f * x[2 * n + i];
}`;
const submissionOf = ({ outside = '', kernel, host = '' }: Reached<unknown>) => `#include <cstdio>
#include <cstdlib>
${outside}
${KERNEL(kernel)}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    ${host}
    gray<<<(height * width + 255) / 256, 256>>>(x, out, height * width);
}
`;
const programOf = ({ outside = '', kernel, host = '' }: Reached<unknown>) => `#include <cstdio>
#include <cstdlib>
${outside}
${KERNEL(kernel)}
int main() {
    unsigned char *x, *out;
    cudaMalloc(&x, 300);
    cudaMalloc(&out, 100);
    cudaMemset(x, 1, 300);
    ${host}
    gray<<<1, 128>>>(x, out, 100);
    cudaDeviceSynchronize();
    cudaFree(x);
    cudaFree(out);
}
`;

const reached = <Limits>(table: Readonly<Record<string, Row<Limits>>>) =>
  Object.entries(table).flatMap(([name, row]) => ('why' in row ? [] : [[name, row] as const]));
const GRAYSCALE = resolveAssignment('grayscale');

/** The exercise with one small case, and other limits. */
function withLimits(limits: Partial<AssignmentLimits> = {}): Assignment {
  const { spec } = GRAYSCALE;
  const cases = spec.cases.filter(({ name }) => name === 'exact');
  return { ...GRAYSCALE, spec: { ...spec, cases, hidden: [], limits: { ...spec.limits, ...limits } } };
}

/** What is told of the rule says what is expected, in a sentence. */
function expectTold(findings: readonly Finding[], { rule, says = '' }: Reached<unknown>): void {
  const told = findings.filter((finding) => finding.rule === rule).map(({ message }) => message);
  expect(told.join('\n')).toContain(says);
  for (const message of told) expect(message).toMatch(/\.$/);
}

describe('what reaches a limit of an exercise', () => {
  let grader: Awaited<ReturnType<typeof createGrader>>;
  beforeAll(async () => {
    grader = await createGrader({ dir: 'off', maxMiB: null });
  });
  afterAll(() => grader?.dispose());

  it.each([...reached(OF_ASSIGNMENTS), ...reached(OF_ALL)])('%s', async (_, row) => {
    const source = submissionOf(row);
    const { result } = await grader.grade({
      assignment: withLimits(row.limits),
      source,
      fileName: 'mine.cu',
      sha256: createHash('sha256').update(source).digest('hex'),
      ...{ seed: '7', seedIsPublic: true, onProgress: () => undefined, signal: new AbortController().signal },
    });
    expect(result).toMatchObject({ verdict: row.becomes, responsible: row.becomes === 'failed' ? 'student' : null });
    if (row.becomes === 'passed') return;
    expect(result.checks.find(({ status }) => status === 'failed')?.id).toBe(row.check);
    expectTold(
      result.checks.flatMap(({ findings }) => findings),
      row,
    );
  });

  it('sourceBytes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'grade-limits-'));
    const file = join(folder, 'long.cu');
    writeFileSync(file, ' '.repeat(FIXED_LIMITS.sourceBytes + 1));
    await expect(readSubmission(file)).rejects.toThrow('A submission is one source file of at most 1,048,576 bytes.');
    rmSync(folder, { recursive: true });
  });

  it('notebookBytes', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'grade-limits-'));
    const file = join(folder, 'long.ipynb');
    writeFileSync(file, ' '.repeat(FIXED_LIMITS.notebookBytes + 1));
    await expect(readSubmission(file)).rejects.toThrow('the maximum of a notebook is 16,777,216. Clear the outputs');
    rmSync(folder, { recursive: true });
  });
});

describe('what reaches a limit of grade run', () => {
  let runner: Awaited<ReturnType<typeof createRunner>>;
  beforeAll(async () => {
    runner = await createRunner({ dir: 'off', maxMiB: null });
  });
  afterAll(() => runner?.dispose());

  it.each(reached(OF_PROGRAMS))('%s', async (_, row) => {
    const source = programOf(row);
    const { findings } = await runner.run({
      ...{ source, fileName: 'program.cu', sha256: createHash('sha256').update(source).digest('hex') },
      ...{ headers: [], args: [], checks: null, counters: false, limits: { ...PROGRAM_LIMITS, ...row.limits } },
    });
    expectTold(findings, row);
  });
});

it('the others say why nothing here reaches them', () => {
  const tables = { OF_ASSIGNMENTS, OF_ALL, OF_PROGRAMS, OF_CONTAINERS, OF_BATCHES };
  for (const [table, rows] of Object.entries(tables)) {
    for (const [name, row] of Object.entries(rows)) {
      if (!('why' in row)) continue;
      console.log(`not reached here: ${table} ${name}: ${row.why}`);
      expect(row.why).toMatch(/\w{3}/);
    }
  }
});
