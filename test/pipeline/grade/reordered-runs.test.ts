import { describe, expect, it } from 'vitest';
import type { RunResult } from '../../../grader/host/index.ts';
import type { RunAgain } from '../../../grader/host/replay/index.ts';
import { gatherEvidence } from '../../../grader/pipeline/grade/evidence.ts';
import { makeCase } from '../../../grader/pipeline/grade/inputs.ts';
import { planCases } from '../../../grader/pipeline/grade/plan-cases.ts';
import { reorderedRun } from '../../../grader/pipeline/grade/reordered.ts';
import { nodeFiles } from '../../../grader/platform/files/files.ts';
import { type Assignment, resolveAssignment } from '../../../grader/spec/index.ts';
import { fault, launch, outcome, run } from '../../judge/builders.ts';

const assignment = resolveAssignment('reduction');
const fromDisk = { readFile: (_: Assignment, path: string) => nodeFiles.read(`${assignment.folder}/${path}`) };
const plan = planCases(assignment.spec, '1').find(({ name }) => name === 'one-fewer');
if (!plan) throw new Error('the assignment has no case one-fewer');
const own = await makeCase(assignment, plan, fromDisk);
const expected = await own.expected();
const RESIDENT = 'threads-and-resident-blocks';
const compiled = {} as Parameters<typeof reorderedRun>[0]['compiled'];

/** A run whose outputs are off by so much. */
function runOff(error: number, change: Partial<RunResult> = {}): RunResult {
  const outputs = Object.entries(expected).map(([name, values]) => ({
    name,
    bytes: new Uint8Array(Float32Array.from(values, (value) => value + error).buffer),
    state: new Uint8Array(4 * values.length).fill(6),
    stores: [],
  }));
  return run({ launches: [launch({ outcome: outcome({ usesAtomics: true }) })], outputs, ...change });
}

/** Host code runs again only if results can change what it asks for. */
const engine = {
  ...fromDisk,
  run: async () => {
    throw new Error('host code runs again');
  },
};

/** Names of the outputs that are told, and the orders that were tried. */
async function told(first: RunResult, others: Partial<Record<string, RunResult>>) {
  const orders: unknown[] = [];
  const again: RunAgain = async (_, options) => {
    orders.push(options?.reversed);
    return others[options?.reversed ?? ''] ?? first;
  };
  const request = { args: [], layoutSeed: plan?.layoutSeed ?? 0 };
  const evidence = await gatherEvidence(assignment.spec, own, first, request);
  const judged = { evidence, run: first, again, repeatable: async () => null };
  const { outputs, faults } = await reorderedRun({ assignment, engine, compiled, own, judged });
  const rules = faults.map(({ rule }) => rule);
  return { names: outputs.map(({ name }) => name), orders, ...(rules.length > 0 && { rules }) };
}

const BOTH = 'threads-and-blocks';

describe('a second run in the reverse order', () => {
  it('tells outputs that are wrong then', async () => {
    const seen = await told(runOff(0), { [BOTH]: runOff(1) });
    expect(seen).toEqual({ names: ['sums', 'maxima'], orders: [BOTH] });
  });

  it('tells nothing of outputs that are right', async () => {
    expect(await told(runOff(0), { [BOTH]: runOff(0) })).toEqual({ names: [], orders: [BOTH] });
  });

  it('takes an error that is hardly beyond the tolerance for rounding', async () => {
    // The tolerance of a sum of 127 terms is 1.37e-4.
    expect((await told(runOff(0), { [BOTH]: runOff(3e-4) })).names).toEqual([]);
    expect((await told(runOff(0), { [BOTH]: runOff(3e-3) })).names).toEqual(['sums', 'maxima']);
  });

  it('is made if kernels read a clock, without atomic functions too', async () => {
    const timed = runOff(0, { launches: [launch({ outcome: outcome({ readsClock: true }) })] });
    const other = { ...timed, outputs: runOff(1).outputs };
    expect(await told(timed, { [BOTH]: other })).toEqual({ names: ['sums', 'maxima'], orders: [BOTH] });
  });

  it('shows accesses out of bounds that the first run did not have', async () => {
    const faults = [fault({ rule: 'out-of-bounds-read' })];
    expect(await told(runOff(0), { [BOTH]: runOff(0, { faults }) })).toEqual({
      ...{ names: [], orders: [BOTH], rules: ['out-of-bounds-read'] },
    });
    expect(await told(runOff(0, { faults }), { [BOTH]: runOff(0, { faults }) })).toEqual({ names: [], orders: [BOTH] });
  });

  it('needs a right program with atomics or a clock, and without a race', async () => {
    const others = { [BOTH]: runOff(1) };
    const plain = [launch({ outcome: outcome() })];
    const race = fault({ rule: 'shared-race', detail: 'warp-lockstep' });
    const firsts = [runOff(1), runOff(0, { launches: plain })];
    for (const first of [...firsts, runOff(0, { faults: [race] })])
      expect(await told(first, others)).toEqual({ names: [], orders: [] });
  });

  it.each(['timeout', 'barrier-divergence', 'misaligned-access'] as const)(
    'does not count if it shows %s, and only the threads are then reversed',
    async (rule) => {
      const broken = runOff(1, { faults: [fault({ rule })] });
      const twice = { [BOTH]: broken, [RESIDENT]: broken };
      expect(await told(runOff(0), twice)).toEqual({ names: [], orders: [BOTH, RESIDENT, 'threads'] });
      const seen = await told(runOff(0), { [BOTH]: broken, [RESIDENT]: broken, threads: runOff(1) });
      expect(seen).toEqual({ names: ['sums', 'maxima'], orders: [BOTH, RESIDENT, 'threads'] });
    },
  );

  it('does not count if it stops or a launch fails', async () => {
    const stopped = runOff(1, { host: { status: 'stopped', limit: 'deviceSteps', position: null } });
    const failed = runOff(1, { launches: [launch({ outcome: outcome({ error: 702, usesAtomics: true }) })] });
    for (const broken of [stopped, failed])
      expect((await told(runOff(0), { [BOTH]: broken, [RESIDENT]: broken, threads: broken })).names).toEqual([]);
  });

  it('counts if it reads what is not written yet', async () => {
    const early = runOff(1, { faults: [fault({ rule: 'uninitialized-read' })] });
    expect((await told(runOff(0), { [BOTH]: early })).names).toEqual(['sums', 'maxima']);
  });
});
