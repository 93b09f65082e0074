import { describe, expect, it } from 'vitest';
import { InfrastructureError } from '../../grader/platform/errors.ts';
import { type Clocks, measure, type Repetition, ReplayFailure } from '../../grader/timing/index.ts';
import { bench, COUNT, gpu, heavyTail, options, randomFrom, rightElement, type Simulated, tier } from './simulated.ts';

const takes = (ms: number): Simulated => ({ ms: () => ms });
const noisy = (ms: number, seed: number): Simulated => {
  const random = randomFrom(seed);
  return { ms: () => ms * heavyTail(random) };
};
const clocks = (throttled: boolean, smMHz = 1000): Clocks => ({ smMHz, memoryMHz: 2000, throttled, temperature: 40 });

describe('a timing', () => {
  it('finds the ratio, the medians and the tier', async () => {
    const { programs } = bench({ student: noisy(1, 1), baseline: noisy(3, 2), reference: noisy(0.8, 3) });
    const timing = await measure(programs, options());
    expect(timing).toMatchObject({ outcome: { status: 'measured' }, tier: 'good', tooClose: null, dropped: 0 });
    expect(timing.ratio).toBeCloseTo(3, 1);
    expect(timing.studentMs).toBeCloseTo(1, 1);
    expect(timing.baselineMs).toBeCloseTo(3, 1);
    expect(timing.referenceMs).toBeCloseTo(0.8, 1);
    expect(timing.interval[0]).toBeLessThanOrEqual(3);
    expect(timing.interval[1]).toBeGreaterThanOrEqual(3);
  });

  it('ends early where the ratio is steady and far from every threshold', async () => {
    const { programs } = bench({ student: takes(1), baseline: takes(3) });
    expect((await measure(programs, options())).rounds).toHaveLength(8);
  });

  it('continues with a threshold in the interval, then gives the better tier', async () => {
    const { programs } = bench({ student: noisy(1, 4), baseline: noisy(2, 5) });
    const timing = await measure(programs, options({ maxMs: 1e6 }));
    expect(timing.rounds).toHaveLength(60);
    expect(timing).toMatchObject({ tier: 'good', tooClose: 'good' });
  });

  it('continues until the ratio is known to one percent, up to the limit', async () => {
    const random = randomFrom(6);
    const { programs } = bench({ student: { ms: () => 1 + random() }, baseline: takes(20) });
    expect((await measure(programs, options({ maxRounds: 30, maxMs: 1e6 }))).rounds).toHaveLength(30);
  });

  it('ends after the given time, yet not before the fewest rounds', async () => {
    const random = randomFrom(6);
    const slow = bench({ student: { ms: () => 100 + 100 * random() }, baseline: takes(500) });
    const timing = await measure(slow.programs, options({ maxMs: 1, now: () => slow.clock.ms }));
    expect(timing.rounds).toHaveLength(8);
    const longer = bench({ student: { ms: () => 100 + 100 * random() }, baseline: takes(500) });
    const more = await measure(longer.programs, options({ maxMs: 15_000, now: () => longer.clock.ms }));
    expect(more.rounds.length).toBeGreaterThan(8);
    expect(more.rounds.length).toBeLessThan(30);
  });

  it('warms up first: rounds that nobody counts, however slow', async () => {
    const cold = (ms: number): Simulated => ({ ms: (repetition) => (repetition === 0 ? 500 * ms : ms) });
    const { programs } = bench({ student: cold(1), baseline: takes(3) });
    const timing = await measure(programs, options());
    expect(timing.rounds.every(({ studentMs }) => studentMs === 1)).toBe(true);
  });

  it('warms up once to three times, as chance has it', async () => {
    const extra = new Set<number>();
    for (let seed = 0; seed < 20; seed++) {
      const { programs, seen } = bench({ student: takes(1), baseline: takes(3) });
      const timing = await measure(programs, options({ random: randomFrom(seed) }));
      extra.add(seen.rounds.length / 2 - timing.rounds.length);
    }
    expect([...extra].sort()).toEqual([1, 2, 3]);
  });

  it('is not misled by a GPU that gets slower and slower, as both do', async () => {
    const drifting = (ms: number): Simulated => ({ ms: (repetition) => ms * (1 + repetition / 10) });
    const { programs } = bench({ student: drifting(1), baseline: drifting(3) });
    const timing = await measure(programs, options());
    expect(timing).toMatchObject({ tier: 'good', ratio: expect.closeTo(3, 9) });
    expect(timing.rounds).toHaveLength(8);
  });

  it('holds the true ratio in at least nine of ten timings that end freely', async () => {
    let held = 0;
    for (let trial = 0; trial < 300; trial++) {
      const { programs } = bench({ student: noisy(1, 2 * trial), baseline: noisy(3, 2 * trial + 1) });
      const { interval } = await measure(programs, options({ random: randomFrom(trial), maxMs: 1e6 }));
      if (interval[0] <= 3 && 3 <= interval[1]) held += 1;
    }
    expect(held / 300).toBeGreaterThan(0.9);
  });
});

describe('a round', () => {
  it('gives all programs the same seed, and each round another', async () => {
    const { programs, seen } = bench({ student: takes(1), baseline: takes(3), reference: takes(1) });
    await measure(programs, options({ thresholds: [tier('near', 0.5, { of: 'reference' })] }));
    const seeds: number[] = [];
    for (let at = 0; at < seen.rounds.length; at += 3) {
      const round = seen.rounds.slice(at, at + 3);
      expect(new Set(round.map(({ program }) => program)).size).toBe(3);
      expect(new Set(round.map(({ seed }) => seed)).size).toBe(1);
      seeds.push(round[0]?.seed ?? -1);
    }
    expect(new Set(seeds).size).toBe(seeds.length);
  });

  it('has the reference in the first rounds only if no threshold is about it', async () => {
    const { programs, seen } = bench({ student: takes(1), baseline: takes(3), reference: takes(0.5) });
    const timing = await measure(programs, options());
    const count = (name: string) => seen.rounds.filter(({ program }) => program === name).length;
    expect(count('student') - count('reference')).toBe(4);
    expect(timing.rounds.map(({ referenceMs }) => referenceMs)).toEqual([0.5, 0.5, 0.5, 0.5, null, null, null, null]);
    expect(timing.referenceMs).toBe(0.5);
  });

  it('runs the programs in either order, and reloads in about one of three', async () => {
    const { programs, seen } = bench({ student: noisy(1, 4), baseline: noisy(2, 5) });
    await measure(programs, options({ maxMs: 1e6 }));
    const firsts = seen.rounds.filter((_, index) => index % 2 === 0);
    const share = (count: number) => count / firsts.length;
    const students = share(firsts.filter(({ program }) => program === 'student').length);
    const reloads = share(firsts.filter(({ reload }) => reload).length);
    expect(firsts.length).toBeGreaterThan(60);
    expect(students).toBeGreaterThan(0.3);
    expect(students).toBeLessThan(0.7);
    expect(reloads).toBeGreaterThan(0.15);
    expect(reloads).toBeLessThan(0.5);
  });

  it('has unforeseeable seeds where no source of chance is given', async () => {
    const seeds = async () => {
      const { programs, seen } = bench({ student: takes(1), baseline: takes(3) });
      const { random: _, ...rest } = options();
      await measure(programs, rest);
      return seen.rounds.map(({ seed }) => seed);
    };
    const [one, two] = [await seeds(), await seeds()];
    expect(new Set([...one, ...two]).size).toBe((one.length + two.length) / 2);
  });

  it('counts work left on another stream', async () => {
    const late = (told: Repetition): Repetition => ({ ...told, deviceWideMs: 5, hostMs: 6 });
    const { programs } = bench({ student: { ms: () => 1, tell: late }, baseline: takes(10) });
    expect(await measure(programs, options())).toMatchObject({ studentMs: 5, ratio: 2 });
  });
});

describe('outputs of timed runs', () => {
  const wrongFrom = (first: number): Simulated => ({
    ms: () => 0.5,
    element: (at, seed, repetition) => rightElement(at, seed) + (repetition >= first && at === 0 ? 1 : 0),
  });

  it('end the timing at the first wrong one', async () => {
    const { programs, seen } = bench({ student: wrongFrom(5), baseline: takes(3) });
    const timing = await measure(programs, options());
    expect(timing).toMatchObject({
      outcome: { status: 'wrong', output: 'out', wrong: 1, of: COUNT },
      tier: null,
      tooClose: null,
    });
    expect(seen.rounds).toHaveLength(12);
  });

  it('are looked at while it warms up, too', async () => {
    const { programs } = bench({ student: wrongFrom(0), baseline: takes(3) });
    expect((await measure(programs, options())).outcome.status).toBe('wrong');
  });

  it.each([
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
  ])('are wrong where they are %s', async (_, value) => {
    const { programs } = bench({ student: { ms: () => 1, element: () => value }, baseline: takes(3) });
    expect((await measure(programs, options())).outcome).toMatchObject({ status: 'wrong', wrong: COUNT });
  });

  it('are wrong where both are NaN, since nothing says that it should be', async () => {
    const nothing: Simulated = { ms: () => 1, element: () => Number.NaN };
    const { programs } = bench({ student: nothing, baseline: nothing });
    expect((await measure(programs, options())).outcome.status).toBe('wrong');
  });

  it('are wrong where those of the last repetition are still there', async () => {
    let before = 0;
    const stale: Simulated = {
      ms: () => 0.001,
      element: (at, seed) => {
        const value = rightElement(at, before);
        if (at === COUNT - 1) before = seed;
        return value;
      },
    };
    const { programs } = bench({ student: stale, baseline: takes(3) });
    expect((await measure(programs, options())).outcome.status).toBe('wrong');
  });

  it('may differ by twice the tolerance, as each may be off to another side', async () => {
    const off = (by: number): Simulated => ({ ms: () => 1, element: (at) => at + by });
    const exact: Simulated = { ms: () => 3, element: (at) => at };
    const near = bench({ student: off(1.75), baseline: exact });
    expect((await measure(near.programs, options({ tolerance: 1 }))).outcome.status).toBe('measured');
    const far = bench({ student: off(2.25), baseline: exact });
    expect((await measure(far.programs, options({ tolerance: 1 }))).outcome.status).toBe('wrong');
  });

  it('are compared at 65,536 places, and as a whole in three rounds', async () => {
    const count = 70_000;
    const { programs, seen } = bench({ student: takes(1), baseline: takes(3) }, count);
    const outputs = [{ name: 'out', type: 'float32', count }] as const;
    const { rounds } = await measure(programs, options({ outputs }));
    const own = seen.reads.filter(({ program }) => program === 'student');
    const last = Math.max(...own.map(({ repetition }) => repetition));
    const whole = seen.kept.filter(({ program }) => program === 'student').map(({ repetition }) => repetition);
    expect(whole).toHaveLength(3);
    expect(whole).toEqual(expect.arrayContaining([last - rounds.length + 1, last]));
    for (const { at } of own.filter((read) => read.at !== null)) {
      expect(at).toHaveLength(65_536);
      expect(at).toContain(count - 1);
      expect(at?.every((place) => place < count)).toBe(true);
    }
  });

  it('are compared as a whole when the GPU is free, unless timed again', async () => {
    const count = 70_000;
    const outputs = [{ name: 'out', type: 'float32', count }] as const;
    const events: string[] = [];
    const timed = async (student: Simulated) => {
      const { programs } = bench({ student, baseline: takes(3) }, count);
      const kept: typeof programs.student.kept = async (copy) => {
        events.push('compares');
        return programs.student.kept(copy);
      };
      const own = { ...programs, student: { ...programs.student, kept } };
      return measure(own, options({ outputs, onTimed: async () => void events.push('gives back') }));
    };
    await timed(takes(1));
    expect(events).toEqual(['gives back', 'compares', 'compares', 'compares']);
    events.length = 0;
    const random = randomFrom(3);
    expect((await timed({ ms: () => 1 + random() })).outcome.status).toBe('unsteady');
    expect(events).not.toContain('gives back');
  });

  it('are found wrong in one element that no sample has', async () => {
    const count = 1 << 20;
    const student: Simulated = { ms: () => 1, element: (at, seed) => (at === 777 ? 9 : rightElement(at, seed)) };
    const { programs } = bench({ student, baseline: takes(3) }, count);
    const outputs = [{ name: 'out', type: 'float32', count }] as const;
    // All samples are of the last element.
    const { outcome } = await measure(programs, options({ outputs, random: () => 0.999_999_9 }));
    expect(outcome).toMatchObject({ status: 'wrong', wrong: 1, of: count });
  });

  it('are compared only in samples if another timing compares all elements', async () => {
    const count = 70_000;
    const { programs, seen } = bench({ student: takes(1), baseline: takes(3) }, count);
    const outputs = [{ name: 'out', type: 'float32', count }] as const;
    const { outcome } = await measure(programs, options({ outputs, verify: 'sampled' }));
    expect(outcome.status).toBe('measured');
    const own = seen.reads.filter(({ program }) => program === 'student');
    const repetitions = seen.rounds.filter(({ program }) => program === 'student');
    expect(own.map(({ repetition }) => repetition)).toEqual(repetitions.map((_, at) => at));
    for (const { at } of own) expect(at).toHaveLength(65_536);
    const wrong = bench({ student: { ms: () => 1, element: () => 9 }, baseline: takes(3) }, count);
    expect((await measure(wrong.programs, options({ outputs, verify: 'sampled' }))).outcome.status).toBe('wrong');
  });

  it('have samples at changing places, so that a wrong row is found', async () => {
    const count = 1 << 18;
    const row = (repetition: number) => (at: number) => repetition === 6 && at >= 4096 && at < 4608;
    const student: Simulated = {
      ms: () => 1,
      element: (at, seed, repetition) => (row(repetition)(at) ? 9 : rightElement(at, seed)),
    };
    const { programs, seen } = bench({ student, baseline: takes(3) }, count);
    const outputs = [{ name: 'out', type: 'float32', count }] as const;
    expect((await measure(programs, options({ outputs }))).outcome.status).toBe('wrong');
    const samples = seen.reads.flatMap(({ program, at }) => (program === 'student' && at ? [at.join()] : []));
    expect(new Set(samples).size).toBe(samples.length);
  });
});

describe('a machine that does not hold still', () => {
  const throttling = (when: (repetition: number) => boolean, ms = 1): Simulated => ({
    ms: (repetition) => (when(repetition) ? 9 * ms : ms),
    tell: (told, repetition) => ({ ...told, clocks: clocks(when(repetition), 900 + repetition) }),
  });

  it('has the rounds thrown away in which any program was slowed down', async () => {
    const baseline = throttling((repetition) => repetition % 4 === 3, 3);
    const { programs } = bench({ student: takes(1), baseline });
    const timing = await measure(programs, options());
    expect(timing).toMatchObject({ outcome: { status: 'measured' }, ratio: 3, interval: [3, 3], tier: 'good' });
    expect(timing.dropped).toBeGreaterThan(1);
    expect(timing.rounds).toHaveLength(8);
  });

  it('is unsteady where more than half of the rounds are thrown away', async () => {
    const { programs } = bench({ student: throttling((repetition) => repetition % 5 !== 0), baseline: takes(3) });
    const timing = await measure(programs, options());
    expect(timing.outcome.status).toBe('unsteady');
    expect(timing).toMatchObject({ tier: null, tooClose: null });
  });

  it('is unsteady where all rounds are thrown away', async () => {
    const { programs } = bench({ student: throttling(() => true), baseline: takes(3) });
    const timing = await measure(programs, options());
    expect(timing).toMatchObject({ outcome: { status: 'unsteady' }, rounds: [], dropped: 60, studentMs: 0 });
  });

  it('is unsteady where the clock of the GPU counts more than that of the host', async () => {
    const short = (told: Repetition): Repetition => ({ ...told, hostMs: 0.97 * told.deviceMs });
    const { programs } = bench({ student: { ms: () => 1, tell: short }, baseline: takes(3) });
    expect((await measure(programs, options())).outcome.status).toBe('unsteady');
  });

  it('is forgiven two percent between the two clocks', async () => {
    const short = (told: Repetition): Repetition => ({ ...told, hostMs: 0.985 * told.deviceMs });
    const { programs } = bench({ student: { ms: () => 1, tell: short }, baseline: takes(3) });
    expect((await measure(programs, options())).outcome.status).toBe('measured');
  });

  it('has its clocks told', async () => {
    const { programs } = bench({ student: throttling(() => false), baseline: takes(3) });
    const timing = await measure(programs, options());
    const [low, high] = timing.clocksMHz ?? [0, 0];
    expect(high - low).toBe(timing.rounds.length - 1);
    expect(low).toBeGreaterThan(900);
  });

  it('may keep its clocks to itself', async () => {
    const { programs } = bench({ student: takes(1), baseline: takes(3) });
    expect((await measure(programs, options())).clocksMHz).toBeNull();
  });
});

describe('what cannot be', () => {
  // 1e9 bytes at 1e12 a second are 1 ms.
  const bytes = 1e9;

  it('is less time than the bytes need', async () => {
    const { programs } = bench({ student: takes(0.85), baseline: takes(3) });
    expect(await measure(programs, options({ bytes }))).toMatchObject({
      outcome: { status: 'below-floor', floorMs: expect.closeTo(1) },
      studentMs: 0.85,
      tier: null,
    });
  });

  it('is less time than the operations need', async () => {
    // 2e10 operations at 1e13 a second are 2 ms.
    const { programs } = bench({ student: takes(1.5), baseline: takes(9) });
    expect((await measure(programs, options({ bytes, operations: 2e10 }))).outcome).toEqual({
      status: 'below-floor',
      floorMs: 2,
    });
  });

  it('is not a time a little below, for specifications are rounded', async () => {
    const { programs } = bench({ student: takes(0.95), baseline: takes(3) });
    expect(await measure(programs, options({ bytes }))).toMatchObject({
      outcome: { status: 'measured' },
      tier: 'good',
    });
  });

  it('is no time at all', async () => {
    const { programs } = bench({ student: takes(0), baseline: takes(3) });
    expect((await measure(programs, options())).outcome.status).toBe('below-floor');
  });
});

describe('a program that fails', () => {
  const failing = (kind: ReplayFailure['kind'], at = 3): Simulated => ({
    ms: () => 1,
    fail: (repetition) => {
      if (repetition === at) throw new ReplayFailure(kind, 'the reason');
    },
  });

  it.each([
    ['launch', { status: 'failed', message: 'the reason' }],
    ['hang', { status: 'failed', message: 'the reason' }],
    ['plan', { status: 'not-replayable', reason: 'the reason' }],
  ] as const)('is the student’s where the student’s %s fails', async (kind, outcome) => {
    const { programs } = bench({ student: failing(kind), baseline: takes(3) });
    expect(await measure(programs, options())).toMatchObject({ outcome, gpu, tier: null, rounds: [] });
  });

  it.each(['baseline', 'reference'] as const)('is the machine’s where it is the %s', async (name) => {
    const { programs } = bench({
      student: takes(1),
      baseline: takes(3),
      reference: takes(1),
      [name]: failing('launch'),
    });
    const timing = measure(programs, options());
    await expect(timing).rejects.toThrow(InfrastructureError);
    await expect(timing).rejects.toThrow(new RegExp(`The ${name} could not be timed`));
  });

  it.each([
    ['read', 1000],
    ['keep', 2 ** 16 + 1],
    ['kept', 2 ** 16 + 1],
  ] as const)('is the machine’s if %s of any program fails, and stops work on the GPU', async (call, count) => {
    const outputs = [{ name: 'out', type: 'float32', count }] as const;
    const fails = { [call]: () => Promise.reject(new ReplayFailure('hang', 'it does not answer')) };
    const { programs } = bench({ student: takes(1), baseline: takes(3) }, count);
    const timing = measure({ ...programs, baseline: { ...programs.baseline, ...fails } }, options({ outputs }));
    await expect(timing).rejects.toThrow(InfrastructureError);
    await expect(timing).rejects.toThrow(
      'The baseline could not be timed: it does not answer. The submission is not at',
    );
    const own = measure({ ...programs, student: { ...programs.student, ...fails } }, options({ outputs }));
    await expect(own).rejects.toThrow(InfrastructureError);
    await expect(own).rejects.toThrow(
      'The submission could not be timed: it does not answer. The submission is not at',
    );
  });

  it('is not hidden where the fault is no replay’s', async () => {
    const broken: Simulated = {
      ms: () => {
        throw new InfrastructureError('the helper is gone');
      },
    };
    const { programs } = bench({ student: broken, baseline: takes(3) });
    await expect(measure(programs, options())).rejects.toThrow('the helper is gone');
  });
});
