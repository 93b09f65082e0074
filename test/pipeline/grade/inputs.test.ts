import { describe, expect, it } from 'vitest';
import { decoyPlan } from '../../../grader/pipeline/grade/decoys.ts';
import { makeCase, makeCases } from '../../../grader/pipeline/grade/inputs.ts';
import { type PlannedCase, planCases } from '../../../grader/pipeline/grade/plan-cases.ts';
import { nodeFiles } from '../../../grader/platform/files/files.ts';
import { type Assignment, resolveAssignment } from '../../../grader/spec/index.ts';

const shipped = resolveAssignment('matmul-2d');
const fromDisk = { readFile: (_: Assignment, path: string) => nodeFiles.read(`${shipped.folder}/${path}`) };

/** The same assignment as one that nobody has graded for. */
const unknown = (): Assignment => ({ ...shipped });

function planned(seed: string, wanted: (plan: PlannedCase) => boolean): PlannedCase {
  const found = planCases(shipped.spec, seed).find(wanted);
  if (!found) throw new Error('no such case');
  return found;
}

const visible = (seed: string) => planned(seed, ({ name }) => name === 'odd');
const hidden = (seed: string) => planned(seed, ({ drawn }) => drawn);

describe('what a case holds', () => {
  it('is made once for a listed case, whose plan follows from no seed', async () => {
    const assignment = unknown();
    const [first, second] = await Promise.all(['1', '2'].map((seed) => makeCase(assignment, visible(seed), fromDisk)));
    expect(second?.inputs).toBe(first?.inputs);
    expect(await second?.expected()).toBe(await first?.expected());
    expect(second?.plan).toEqual(first?.plan);
    expect(hidden('2').layoutSeed).not.toBe(hidden('1').layoutSeed);
  });

  it('is not what stands in for it', async () => {
    const assignment = unknown();
    const listed = await makeCase(assignment, visible('1'), fromDisk);
    const other = await makeCase(assignment, decoyPlan(assignment.spec, listed.plan, 1), fromDisk);
    expect(other.shapes).toEqual(listed.shapes);
    for (const name of Object.keys(listed.inputs)) expect(other.inputs[name]).not.toEqual(listed.inputs[name]);
    expect(await other.expected()).not.toEqual(await listed.expected());
  });

  it('is what a submission that is graded alone gets', async () => {
    const assignment = unknown();
    await makeCase(assignment, visible('1'), fromDisk);
    const kept = await makeCase(assignment, visible('2'), fromDisk);
    const alone = await makeCase(unknown(), visible('2'), fromDisk);
    expect(kept.inputs).not.toBe(alone.inputs);
    expect(kept.inputs).toEqual(alone.inputs);
    expect(kept.shapes).toEqual(alone.shapes);
    expect(await kept.expected()).toEqual(await alone.expected());
  });

  it('is asked for again where the disk failed once', async () => {
    const assignment = unknown();
    let fails = true;
    const engine: typeof fromDisk = {
      readFile(of, path) {
        if (fails) throw new Error('input/output error');
        return fromDisk.readFile(of, path);
      },
    };
    const first = await makeCase(assignment, visible('1'), engine);
    await expect(first.expected()).rejects.toThrow('input/output error');
    fails = false;
    const second = await makeCase(assignment, visible('2'), engine);
    expect(second.inputs).toBe(first.inputs);
    expect((await second.expected()).out).toHaveLength(second.shapes.out?.reduce((a, b) => a * b, 1) ?? 0);
  });

  it('is not kept of hidden cases', async () => {
    const assignment = unknown();
    const [first, second] = await Promise.all([1, 2].map(() => makeCase(assignment, hidden('1'), fromDisk)));
    expect(second?.inputs).not.toBe(first?.inputs);
    expect(second?.inputs).toEqual(first?.inputs);
  });

  it('is not kept where inputs and outputs together are large', async () => {
    const assignment = unknown();
    // 1,300,000 elements, of which 1,000,000 are outputs: less than the bound in the inputs alone.
    const large = { ...visible('1'), dims: { h: 1000, w: 1000, k: 150 }, elements: 1_300_000 };
    const [first, second] = await Promise.all([1, 2].map(() => makeCase(assignment, large, fromDisk)));
    expect(second?.inputs).not.toBe(first?.inputs);
    expect(second?.inputs).toEqual(first?.inputs);
  });
});

describe('the cases of a submission', () => {
  it('are made after work that was begun before, and let other work in between', async () => {
    const plans = planCases(shipped.spec, '1');
    let time = 0;
    const events: string[] = [];
    const engine = { readFile: fromDisk.readFile, now: () => (time += 6) };
    setTimeout(() => events.push('begun before'));
    const other = setInterval(() => events.push('other work'));
    const made = await makeCases(unknown(), plans, engine);
    events.push('made');
    clearInterval(other);
    expect(made.map(({ plan }) => plan)).toEqual(plans);
    expect(events[0]).toBe('begun before');
    expect(events.at(-1)).toBe('made');
    expect(events.filter((event) => event === 'other work').length).toBeGreaterThan(0);
  });
});
