import { describe, expect, it } from 'vitest';
import type { SanitizerFinding } from '../../../grader/device/sanitizer/index.ts';
import type { RunResult } from '../../../grader/host/index.ts';
import type { GpuRunOptions, GpuRuns, GpuTarget } from '../../../grader/pipeline/gpu/index.ts';
import { gatherEvidence } from '../../../grader/pipeline/grade/evidence.ts';
import { gpuCases } from '../../../grader/pipeline/grade/gpu-cases.ts';
import { makeCase } from '../../../grader/pipeline/grade/inputs.ts';
import { planCases } from '../../../grader/pipeline/grade/plan-cases.ts';
import { nodeFiles } from '../../../grader/platform/files/files.ts';
import { type Assignment, resolveAssignment } from '../../../grader/spec/index.ts';
import { fault, launch, outcome, run } from '../../judge/builders.ts';

type Engine = Parameters<typeof gpuCases>[1];
interface TestGpu {
  readonly gpu: GpuTarget;
  readonly runs: GpuRuns;
}
type Judged = Awaited<Parameters<typeof gpuCases>[4][number]>;

const assignment = resolveAssignment('reduction');
const fromDisk = { readFile: (_: Assignment, path: string) => nodeFiles.read(`${assignment.folder}/${path}`) };
const plan = planCases(assignment.spec, '1').find(({ name }) => name === 'one-fewer');
if (!plan) throw new Error('the assignment has no case one-fewer');
const own = await makeCase(assignment, plan, fromDisk);
const expected = await own.expected();
const request = { args: [], layoutSeed: plan.layoutSeed };
const LAUNCH_FAILED = 719;
const LAUNCH_TIMEOUT = 702;

/** A run whose outputs are off by so much. */
function runOff(error: number): RunResult {
  const outputs = Object.entries(expected).map(([name, values]) => ({
    name,
    bytes: new Uint8Array(Float32Array.from(values, (value) => value + error).buffer),
    state: new Uint8Array(4 * values.length).fill(6),
    stores: [],
  }));
  return run({ launches: [launch({ outcome: outcome() })], outputs });
}

const lost = run({ launches: [launch({ outcome: outcome({ error: LAUNCH_FAILED }) })], outputs: [] });

async function judgedAs(emulated: RunResult): Promise<Judged> {
  const evidence = await gatherEvidence(assignment.spec, own, emulated, request);
  const repeatable = async () => ({ request, own, recorded: [] });
  return { evidence, run: emulated, again: async () => emulated, repeatable } as unknown as Judged;
}

/** A GPU on which a case ends in one way beside others and in another alone; and what was asked of it. */
function gpuWith(beside: RunResult, alone: RunResult, findings: readonly SanitizerFinding[] = []) {
  const asked: string[] = [];
  const runs = {
    run: async (_: unknown, { isAlone = false, launchTimeoutMs }: GpuRunOptions) => {
      asked.push(isAlone ? 'alone' : launchTimeoutMs === undefined ? 'beside others' : 'patiently');
      return { status: 'ran', run: isAlone ? alone : beside };
    },
    sanitize: async () => {
      asked.push('compute-sanitizer');
      return findings;
    },
    begin: () => undefined,
    rest: async () => void asked.push('end'),
  };
  const gpu = { describe: async () => ({ gpu: { name: 'Test GPU' } }) };
  return { gpu: { gpu, runs } as unknown as TestGpu, asked };
}

const engine = { ...fromDisk, keepsAddresses: async () => false } as unknown as Engine;
async function judge({ gpu, runs }: TestGpu, emulated: RunResult, sanitizes = false) {
  const judged = [judgedAs(emulated)];
  const sanitize = sanitizes
    ? { judged, tools: ['memcheck'] as const, isOptional: false, onBegin: () => undefined }
    : undefined;
  return await gpuCases(assignment, engine, gpu, runs, judged, { sanitize });
}

describe('a case on the GPU', () => {
  it('that only fails while others use the GPU counts as it does alone', async () => {
    const { gpu, asked } = gpuWith(lost, runOff(0));
    const { gpu: seen } = await judge(gpu, runOff(0));
    expect(asked).toEqual(['beside others', 'alone', 'end']);
    expect(seen.cases.map(({ run: { launches } }) => launches[0]?.outcome.error)).toEqual([0]);
  });

  it('that fails alone as well has failed', async () => {
    const { gpu, asked } = gpuWith(lost, lost);
    const { gpu: seen } = await judge(gpu, runOff(0));
    expect(asked).toEqual(['beside others', 'alone', 'end']);
    expect(seen.cases.map(({ run: { launches } }) => launches[0]?.outcome.error)).toEqual([LAUNCH_FAILED]);
  });

  it('is not repeated if the emulator explains its failure', async () => {
    const { gpu, asked } = gpuWith(lost, runOff(0));
    await judge(gpu, runOff(1));
    expect(asked).toEqual(['beside others', 'end']);
  });

  it('is repeated with more time, unless its threads wait for others forever', async () => {
    const hung = run({ launches: [launch({ outcome: outcome({ error: LAUNCH_TIMEOUT }) })], outputs: [] });
    const inRace = gpuWith(hung, hung);
    await judge(inRace.gpu, { ...runOff(0), faults: [fault({ rule: 'global-race' })] });
    expect(inRace.asked).toEqual(['beside others', 'patiently', 'alone', 'end']);
    const waiting = gpuWith(hung, hung);
    await judge(waiting.gpu, { ...runOff(1), faults: [fault({ rule: 'barrier-divergence' })] });
    expect(waiting.asked).toEqual(['beside others', 'end']);
  });

  it('runs under compute-sanitizer before the GPU is free, on request only', async () => {
    const finding = { tool: 'memcheck', rule: 'out-of-bounds-write' } as unknown as SanitizerFinding;
    const { gpu, asked } = gpuWith(runOff(0), runOff(0), [finding]);
    expect((await judge(gpu, runOff(0))).sanitizer).toBeNull();
    expect((await judge(gpu, runOff(0), true)).sanitizer).toEqual([finding]);
    expect(asked).toEqual(['beside others', 'end', 'beside others', 'compute-sanitizer', 'end']);
  });
});
