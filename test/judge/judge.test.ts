import { describe, expect, it } from 'vitest';
import type { Influence } from '../../grader/device/index.ts';
import type { LaunchRecord } from '../../grader/host/index.ts';
import { type CheckOutcome, judge } from '../../grader/judge/index.ts';
import { score } from '../../grader/judge/score/index.ts';
import type { CheckId } from '../../grader/result/index.ts';
import { caseOf, comparison, compiled, evidence, fault, launch, outcome, output, run } from './builders.ts';

const of = (outcomes: readonly CheckOutcome[], id: CheckId) => {
  const found = outcomes.find((candidate) => candidate.id === id);
  if (!found) throw new Error(`no check ${id}`);
  return found;
};
const statuses = (outcomes: readonly CheckOutcome[]) =>
  Object.fromEntries(outcomes.map(({ id, status }) => [id, status]));

describe('judge', () => {
  it('passes all checks except speed for a right submission', () => {
    expect(statuses(judge(evidence()))).toEqual({
      compile: 'passed',
      guards: 'passed',
      correctness: 'passed',
      memory: 'passed',
      races: 'passed',
      technique: 'passed',
      speedup: 'skipped',
    });
  });

  it('leaves the speedup to machines with a GPU', () => {
    expect(of(judge(evidence()), 'speedup').skippedBy).toBe('machine');
  });

  it('skips the other checks if the source does not compile', () => {
    const rejected = {
      status: 'rejected',
      diagnostics: [
        {
          severity: 'error',
          message: "expected ';'",
          file: 'mine.cu',
          line: 3,
          column: 9,
          side: 'both',
          rule: 'compile-error',
        },
      ],
    } as const;
    const outcomes = judge(evidence({ compiled: rejected, cases: [] }));
    expect(of(outcomes, 'compile')).toMatchObject({ status: 'failed', findings: [{ rule: 'compile-error', line: 3 }] });
    for (const id of ['guards', 'correctness', 'memory', 'races', 'technique'] as const) {
      expect(of(outcomes, id)).toMatchObject({ status: 'skipped', skippedBy: 'student', findings: [] });
    }
  });

  it('blames nobody for a feature that only a GPU has', () => {
    const rejected = {
      status: 'rejected',
      diagnostics: [
        {
          severity: 'error',
          message: "'curand.h' file not found",
          file: 'mine.cu',
          line: 1,
          column: 10,
          side: 'both',
          rule: 'unsupported-feature',
          detail: { feature: 'cuRAND' },
        },
      ],
    } as const;
    expect(of(judge(evidence({ compiled: rejected, cases: [] })), 'compile').status).toBe('error');
  });

  it('leaves a case that no replay decides to staff, but not kernel faults', () => {
    const cases = [caseOf(), caseOf({ name: 'ragged', undecided: 'too large', run: run({ faults: [fault()] }) })];
    const outcomes = judge(evidence({ cases }));
    expect(statuses(outcomes)).toEqual({
      compile: 'passed',
      guards: 'failed',
      correctness: 'error',
      memory: 'error',
      races: 'error',
      technique: 'error',
      speedup: 'skipped',
    });
    expect(of(outcomes, 'correctness').summary).toMatch(/^It needs a review: /);
    expect(score(outcomes).verdict).toBe('error');
  });

  it('merges one mistake of many threads, launches and cases', () => {
    const cases = [
      caseOf({ run: run({ faults: [fault({ count: 20 }), fault({ launch: 1, count: 5 })] }) }),
      caseOf({ name: 'ragged', run: run({ faults: [fault({ count: 7 })] }) }),
    ];
    const guards = of(judge(evidence({ cases })), 'guards');
    expect(guards.status).toBe('failed');
    expect(guards.findings).toHaveLength(1);
    expect(guards.findings[0]).toMatchObject({
      rule: 'out-of-bounds-read',
      severity: 'error',
      line: 12,
      column: 5,
      block: [3, 0, 0],
      thread: [7, 0, 0],
      case: 'exact',
      count: 32,
    });
  });

  it('shows a race that was seen from both of its ends once', () => {
    const early = {
      position: { file: 'mine.cu', line: 8, column: 3 },
      access: 'write',
      block: [0, 0, 0],
      thread: [0, 0, 0],
    } as const;
    const late = {
      position: { file: 'mine.cu', line: 9, column: 3 },
      access: 'read',
      block: [0, 0, 0],
      thread: [1, 0, 0],
    } as const;
    const faults = [
      fault({ rule: 'shared-race', at: late, other: early, count: 3 }),
      fault({ rule: 'shared-race', at: early, other: late, count: 4 }),
    ];
    const races = of(judge(evidence({ cases: [caseOf({ run: run({ faults }) })] })), 'races');
    expect(races.findings).toHaveLength(1);
    expect(races.findings[0]).toMatchObject({ line: 9, count: 7, related: [{ line: 8 }] });
  });

  it('reports a reduction once whose every step counts on lockstep', () => {
    const end = (line: number, access: 'read' | 'write', lane: number) =>
      ({ position: { file: 'mine.cu', line, column: 3 }, access, block: [0, 0, 0], thread: [lane, 0, 0] }) as const;
    const step = (line: number, label: string) =>
      fault({
        ...{ rule: 'shared-race', detail: 'warp-lockstep', count: 2 },
        ...{ at: end(line, 'write', 1), other: end(line + 1, 'read', 0) },
        buffer: { label, role: 'shared', bytes: 128, offset: 4 },
      });
    const faults = [step(19, 'sums'), step(21, 'sums'), step(23, 'sums'), step(30, 'others')];
    const races = of(judge(evidence({ cases: [caseOf({ run: run({ faults }) })] })), 'races');
    expect(races).toMatchObject({
      status: 'failed',
      findings: [
        { line: 19, count: 6, severity: 'error' },
        { line: 30, count: 2, severity: 'error' },
      ],
    });
  });

  it.each([
    ['error', 'failed', 'error'],
    ['allowed', 'passed', 'warning'],
  ] as const)(
    'judges volatile without __syncwarp as the specification says: %s',
    (warpSynchronous, status, severity) => {
      const faults = [fault({ rule: 'shared-race', detail: 'warp-volatile', other: fault().at })];
      const { spec } = evidence();
      const races = { sameValueWrites: 'note', warpSynchronous } as const;
      const judged = judge(evidence({ spec: { ...spec, races }, cases: [caseOf({ run: run({ faults }) })] }));
      expect(of(judged, 'races')).toMatchObject({ status, findings: [{ severity }] });
    },
  );

  it('lets threads write the same value to one place, with a note', () => {
    const faults = [fault({ rule: 'global-race', detail: 'same-value', other: fault().at })];
    const races = of(judge(evidence({ cases: [caseOf({ run: run({ faults }) })] })), 'races');
    expect(races).toMatchObject({ status: 'passed', findings: [{ severity: 'note' }] });
  });

  it('tells once that half a warp comes to the matrix functions of a branch', () => {
    const part = (line: number, arrived: number) =>
      fault({
        ...{ rule: 'barrier-divergence', detail: 'whole-warp', other: null },
        at: { ...fault().at, position: { file: 'mine.cu', line, column: 3 } },
        waiting: { arrived, alive: 32, threads: 32 },
      });
    const faults = [part(9, 16), part(10, 16), part(11, 16), part(20, 8)];
    const races = of(judge(evidence({ cases: [caseOf({ run: run({ faults }) })] })), 'races');
    expect(races.findings.map(({ line, count }) => [line, count])).toEqual([
      [9, 3 * fault().count],
      [20, fault().count],
    ]);
  });

  it('warns of a leak without taking points', () => {
    const memory = of(
      judge(evidence({ cases: [caseOf({ run: run({ faults: [fault({ rule: 'leak' })] }) })] })),
      'memory',
    );
    expect(memory).toMatchObject({ status: 'passed', findings: [{ rule: 'leak', severity: 'warning' }] });
  });

  it('warns about aliased shared arrays without an effect on points', () => {
    const place = { file: 'mine.cu', line: 9, column: 9, side: 'device' } as const;
    const alias = {
      severity: 'warning',
      message: 'a and b begin there',
      ...place,
      rule: 'shared-alias',
      detail: { kernels: ['kernel'] },
    } as const;
    const told = { compiled: { ...compiled, diagnostics: [alias] } };
    const memory = of(judge(evidence(told)), 'memory');
    expect(memory).toMatchObject({ status: 'passed', findings: [{ rule: 'shared-alias', severity: 'warning' }] });
    expect(of(judge(evidence(told)), 'compile').findings).toEqual([]);
    const cases = [caseOf({ outputs: [output({ comparison: comparison({ wrong: 7 }) })] })];
    const hintOf = (change: Parameters<typeof evidence>[0]) =>
      of(judge(evidence({ cases, ...change })), 'correctness').findings[0]?.hint;
    expect(hintOf(told)).toMatch(/^Line 9 has a warning that can cause this.*grade again\.$/);
    const elsewhere = { ...alias, detail: { kernels: ['another'] } };
    expect(hintOf({ compiled: { ...compiled, diagnostics: [elsewhere] } })).not.toContain('line 9');
    const pattern = { kind: 'shifted', by: 1 } as const;
    const shifted = [caseOf({ outputs: [output({ comparison: comparison({ wrong: 7, pattern }) })] })];
    expect(hintOf({ ...told, cases: shifted })).toMatch(/Line 9.* Compare the index that a thread reads/);
    const comma = { ...alias, rule: 'compile-warning', line: 8, detail: { hint: 'comma-in-extents' } } as const;
    expect(hintOf({ compiled: { ...compiled, diagnostics: [comma] } })).toContain('Line 8');
    const other = { ...comma, detail: { hint: 'main-left-in' } };
    expect(hintOf({ compiled: { ...compiled, diagnostics: [other] } })).not.toContain('Line 8');
  });

  it('counts a local that is read before it is written under memory', () => {
    const diagnostics = [
      {
        severity: 'warning',
        message: "variable 'sum' is uninitialized when used here",
        file: 'mine.cu',
        line: 9,
        column: 9,
        side: 'device',
        rule: 'uninitialized-read',
      },
    ] as const;
    const outcomes = judge(evidence({ compiled: { ...compiled, diagnostics } }));
    expect(of(outcomes, 'compile').status).toBe('passed');
    expect(of(outcomes, 'memory')).toMatchObject({
      status: 'failed',
      findings: [{ rule: 'uninitialized-read', severity: 'error', line: 9 }],
    });
    const onAPath = diagnostics.map((known) => ({ ...known, detail: { hint: 'uninitialized-on-a-path' } }));
    const warned = judge(evidence({ compiled: { ...compiled, diagnostics: onAPath } }));
    expect(of(warned, 'memory')).toMatchObject({ status: 'passed', findings: [{ severity: 'warning', line: 9 }] });
  });
});

describe('an empty kernel', () => {
  const idle = output({
    writtenByKernels: 0,
    comparison: comparison({ unwritten: 4096, wrong: 0, maxError: null }),
  });
  const because = { kind: 'no-influence', case: 'exact', array: 'm', depending: 400, changed: 3 } as const;
  const outcomes = judge(
    evidence({ cases: [caseOf({ outputs: [idle] })], participation: { status: 'idle', because } }),
  );

  it('is safe and earns nothing', () => {
    expect(statuses(outcomes)).toMatchObject({
      guards: 'skipped',
      correctness: 'failed',
      memory: 'skipped',
      races: 'skipped',
      technique: 'skipped',
    });
    expect(of(outcomes, 'guards').skippedBy).toBe('student');
  });

  it.each([true, false])('reports dropped output of visible cases only: %s', (visible) => {
    const outcomes = judge(evidence({ cases: [caseOf(), caseOf({ visible, run: run({ outputCut: true }) })] }));
    expect(of(outcomes, 'correctness').summary.includes('the rest is dropped')).toBe(visible);
  });

  it('has a summary of what was measured', () => {
    const words = 'Not judged: in case `exact`, changing m changed 3 of 400 outputs that depend on it.';
    for (const id of ['guards', 'memory', 'races', 'technique'] as const) expect(of(outcomes, id).summary).toBe(words);
  });

  it('reports once, at its launch, that the output is unwritten', () => {
    expect(of(outcomes, 'correctness').findings).toMatchObject([{ rule: 'unwritten-output', line: 20, count: 4096 }]);
  });
});

describe('outputs that host code computed', () => {
  it('are right, and miss the technique', () => {
    const outcomes = judge(
      evidence({
        cases: [caseOf({ outputs: [output({ writtenByKernels: 0 })], run: run({ launches: [] }) })],
        participation: { status: 'idle', because: { kind: 'unwritten', case: 'exact', share: 0 } },
      }),
    );
    expect(statuses(outcomes)).toMatchObject({ correctness: 'passed', guards: 'skipped', technique: 'failed' });
    expect(of(outcomes, 'technique').findings).toMatchObject([{ rule: 'missing-technique', line: 1 }]);
  });
});

describe('correctness', () => {
  it('reports a wrong output at the store that wrote most of it', () => {
    const wrong = output({ comparison: comparison({ wrong: 64, maxError: 2, firstMismatch: [0, 3] }) });
    const correctness = of(judge(evidence({ cases: [caseOf({ outputs: [wrong] })] })), 'correctness');
    expect(correctness).toMatchObject({ status: 'failed', findings: [{ rule: 'wrong-output', line: 15, count: 64 }] });
  });

  it('reports a wrong output at a store of about as many elements as are wrong', () => {
    const stores = [15, 17].map((line) => ({
      position: { file: 'mine.cu', line, column: 9 },
      count: line === 15 ? 4000 : 96,
      kernel: 'kernel',
    }));
    const of64 = (wrong: number) => {
      const outputs = [{ name: 'out', bytes: new Uint8Array(), state: new Uint8Array(), stores }];
      const seen = caseOf({ run: run({ outputs }), outputs: [output({ comparison: comparison({ wrong }) })] });
      return of(judge(evidence({ cases: [seen] })), 'correctness').findings;
    };
    expect(of64(90)).toMatchObject([{ line: 17, related: [{ line: 15, message: 'out is written here too' }] }]);
    expect(of64(4000)).toMatchObject([{ line: 15, related: [{ line: 17 }] }]);
    expect(of64(5)).toMatchObject([{ line: 15 }]);
  });

  it('names failed allocations only if something else went wrong', () => {
    const position = { file: 'mine.cu', line: 12, column: 3 };
    const error = { call: 'cudaMalloc', code: 2, position, noticed: false, isUsed: false, reason: null, launch: null };
    const judged = (wrong: number, change: Partial<typeof error> = {}) => {
      const seen = caseOf({
        run: run({ apiErrors: [{ ...error, ...change }] }),
        outputs: [output({ comparison: comparison({ wrong }) })],
      });
      return of(judge(evidence({ cases: [seen] })), 'correctness').findings.filter(
        ({ rule }) => rule === 'launch-error',
      );
    };
    expect(judged(3)).toMatchObject([
      { line: 12, message: expect.stringContaining('cudaMalloc fails: out of memory') },
    ]);
    expect(judged(0)).toEqual([]);
    expect(judged(3, { noticed: true })).toEqual([]);
    expect(judged(3, { call: 'cudaFree' })).toEqual([]);
  });

  it('reports a failed launch once, without the outputs that it lacks', () => {
    const error = {
      call: 'cudaLaunchKernel',
      code: 9,
      position: { file: 'mine.cu', line: 20, column: 5 },
      noticed: false,
      isUsed: false,
      reason: 'threads-per-block' as const,
      launch: 0,
    };
    const refused = run({
      apiErrors: [error],
      launches: [launch({ block: [33, 33, 1], outcome: outcome({ error: 9, outputThreads: 0 }) })],
    });
    const unwritten = output({ writtenByKernels: 0, comparison: comparison({ unwritten: 4096 }) });
    const cases = [
      caseOf({ run: refused, outputs: [unwritten] }),
      caseOf({ name: 'ragged', run: refused, outputs: [unwritten] }),
    ];
    const correctness = of(judge(evidence({ cases })), 'correctness');
    expect(correctness.status).toBe('failed');
    expect(correctness.findings).toMatchObject([{ rule: 'launch-error', line: 20, count: 2 }]);
  });

  it('ignores outputs if every launch had no threads', () => {
    const refused = {
      call: 'cudaLaunchKernel',
      code: 9,
      position: null,
      noticed: false,
      isUsed: false,
      reason: 'zero-size' as const,
      launch: 0,
    };
    const ofNothing = launch({ grid: [4, 0, 1], outcome: outcome({ error: 9, outputThreads: 0 }) });
    const wrong = output({ comparison: comparison({ wrong: 4096 }) });
    const rules = (launches: readonly LaunchRecord[]) =>
      of(
        judge(evidence({ cases: [caseOf({ run: run({ apiErrors: [refused], launches }), outputs: [wrong] })] })),
        'correctness',
      ).findings.map(({ rule }) => rule);
    expect(rules([ofNothing])).toEqual(['launch-error']);
    expect(rules([ofNothing, launch()])).toEqual(['launch-error', 'wrong-output']);
  });

  it('asks which launch is wrong if there are several', () => {
    const hint = (launches: readonly LaunchRecord[]) =>
      of(
        judge(
          evidence({
            cases: [caseOf({ run: run({ launches }), outputs: [output({ comparison: comparison({ wrong: 9 }) })] })],
          }),
        ),
        'correctness',
      ).findings[0]?.hint;
    expect(hint([launch()])).toContain('with the indexes of its thread');
    expect(hint([launch(), launch()])).toContain('launch by launch');
  });

  it('fails a run that host code did not bring to its end', () => {
    const trapped = run({ host: { status: 'trapped', message: 'unreachable', position: null, devicePointer: false } });
    expect(of(judge(evidence({ cases: [caseOf({ run: trapped })] })), 'correctness')).toMatchObject({
      status: 'failed',
      findings: [{ rule: 'host-fault' }],
    });
  });
});

describe('technique shared-tiles', () => {
  const measured = (influence: Influence) => evidence({ cases: [caseOf({ run: run({ influence }) })] });

  it('fails if outputs change without shared memory', () => {
    const changed = { changed: 1000, lost: false };
    expect(of(judge(measured({ ...changed, unshared: 350 })), 'technique').status).toBe('passed');
    expect(of(judge(measured({ ...changed, unshared: 351 })), 'technique')).toMatchObject({
      status: 'failed',
      findings: [{ rule: 'missing-technique', line: 20 }],
    });
  });

  it('looks at the code if no loaded value changes an output', () => {
    const nothing = { changed: 0, unshared: 0, lost: false };
    const sites = [{ kind: 'store', bytes: 4, position: null, function: 'kernel', fromShared: false } as const];
    const naive = { ...measured(nothing), compiled: { ...compiled, device: { ...compiled.device, sites } } };
    expect(of(judge(measured(nothing)), 'technique').status).toBe('passed');
    expect(of(judge(naive), 'technique').status).toBe('failed');
  });

  it('is not judged if an altered run says nothing', () => {
    expect(of(judge(measured({ changed: 9, unshared: 9, lost: true })), 'technique')).toMatchObject({
      status: 'error',
      findings: [],
    });
  });

  it('counts sectors of every path', () => {
    const counters = {
      globalLoadSectors: 200,
      globalAtomicSectors: 100,
      textureSectors: 100,
      constantLoadSectors: 100,
    };
    const withCounters = (change: Readonly<Record<string, number>>) =>
      evidence({
        cases: [
          caseOf({
            run: run({
              launches: [
                launch({ outcome: outcome({ counters: { sharedLoadInstructions: 8, ...counters, ...change } }) }),
              ],
            }),
          }),
        ],
      });
    expect(of(judge(withCounters({})), 'technique').status).toBe('passed');
    for (const counter of Object.keys(counters))
      expect(of(judge(withCounters({ [counter]: 201 })), 'technique').status).toBe('failed');
  });

  it('asks for at most half of the load sectors of the baseline', () => {
    const withSectors = (globalLoadSectors: number) =>
      evidence({
        cases: [
          caseOf({
            run: run({
              launches: [launch({ outcome: outcome({ counters: { globalLoadSectors, sharedLoadInstructions: 8 } }) })],
            }),
          }),
        ],
      });
    expect(of(judge(withSectors(500)), 'technique').status).toBe('passed');
    expect(of(judge(withSectors(501)), 'technique').status).toBe('failed');
  });

  it('fails if warps hardly load from shared memory', () => {
    const withLoads = (sharedLoadInstructions: number) => {
      const counters = { globalLoadSectors: 100, sharedLoadInstructions };
      return evidence({ cases: [caseOf({ run: run({ launches: [launch({ outcome: outcome({ counters }) })] }) })] });
    };
    // The baseline loads 1,000 sectors: one load for 128 of them.
    expect(of(judge(withLoads(8)), 'technique').status).toBe('passed');
    expect(of(judge(withLoads(7)), 'technique')).toMatchObject({
      status: 'failed',
      findings: [{ rule: 'missing-technique' }],
    });
  });

  it('does not judge by counters that were lost', () => {
    const lost = launch({ outcome: outcome({ counters: {}, countersLost: true }) });
    const cases = [caseOf({ run: run({ launches: [lost] }) })];
    expect(of(judge(evidence({ cases })), 'technique')).toMatchObject({
      status: 'error',
      findings: [],
      summary: expect.stringContaining('not a mistake in the submission'),
    });
  });
});

describe('technique two-dimensional-blocks', () => {
  it('asks every launch that writes the output for two dimensions', () => {
    const spec = { ...evidence().spec, technique: { kind: 'two-dimensional-blocks' } as const };
    const flat = caseOf({ run: run({ launches: [launch({ block: [256, 1, 1] })] }) });
    expect(of(judge(evidence({ spec })), 'technique').status).toBe('passed');
    expect(of(judge(evidence({ spec, cases: [flat] })), 'technique').status).toBe('failed');
  });
});

describe('technique parallel-outputs', () => {
  it('asks for enough threads and blocks that write', () => {
    const spec = {
      ...evidence().spec,
      technique: { kind: 'parallel-outputs', minThreads: 1024, minBlocks: 2 } as const,
    };
    const serial = caseOf({
      run: run({ launches: [launch({ outcome: outcome({ outputThreads: 1, outputBlocks: 1 }) })] }),
    });
    expect(of(judge(evidence({ spec })), 'technique').status).toBe('passed');
    expect(of(judge(evidence({ spec, cases: [serial] })), 'technique').status).toBe('failed');
  });
});
