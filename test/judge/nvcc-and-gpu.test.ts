import { describe, expect, it } from 'vitest';
import { parseDiagnostics } from '../../grader/compile/diagnostics.ts';
import type { Diagnostic } from '../../grader/compile/index.ts';
import { sourceOf } from '../../grader/compile/sources.ts';
import type { DeviceFault } from '../../grader/device/index.ts';
import type { SanitizerFinding } from '../../grader/device/sanitizer/index.ts';
import { isCorrect, judge, toCaseResults } from '../../grader/judge/index.ts';
import { score } from '../../grader/judge/score/index.ts';
import type { Rule } from '../../grader/result/index.ts';
import { caseOf, comparison, evidence, launch, output, run } from './builders.ts';

const mistake: Diagnostic = {
  severity: 'error',
  message: 'identifier "x" is undefined',
  file: 'mine.cu',
  line: 7,
  column: 3,
  side: 'both',
  rule: 'compile-error',
};
const rejected = { status: 'rejected', diagnostics: [mistake], otherProgramAt: null } as const;
const accepted = { status: 'compiled', diagnostics: [], otherProgramAt: null } as const;

const checkOf = (outcomes: ReturnType<typeof judge>, id: string) => {
  const found = outcomes.find((outcome) => outcome.id === id);
  if (!found) throw new Error(`no check ${id}`);
  return found;
};

const end = (line: number) => ({
  position: { file: 'mine.cu', line, column: 1 },
  access: 'write' as const,
  block: [0, 0, 0] as const,
  thread: [0, 0, 0] as const,
});

/** An access in line 18 that goes wrong. */
function faultAt(rule: Rule, kernel: string): DeviceFault {
  return { rule, kernel, launch: 0, at: end(18), other: null, count: 3, bytes: 4, buffer: null, detail: null };
}

describe('where nvcc and Clang disagree', () => {
  it('nvcc refuses: its words are the finding, and the result says who decides', () => {
    const outcomes = judge(evidence({ nvcc: rejected }));
    const compile = checkOf(outcomes, 'compile');
    expect(compile).toMatchObject({ status: 'failed', summary: expect.stringContaining('NVIDIA') });
    expect(compile.findings).toEqual([
      expect.objectContaining({ rule: 'compile-error', line: 7, hint: expect.stringContaining('it decides') }),
    ]);
    expect(score(outcomes).verdict).toBe('failed');
  });

  it('nvcc runs out of a limit: as when Clang does', () => {
    const compile = checkOf(
      judge(evidence({ nvcc: { status: 'exhausted', diagnostics: [], otherProgramAt: null } })),
      'compile',
    );
    expect(compile).toMatchObject({ status: 'failed', findings: [{ rule: 'compile-error', severity: 'error' }] });
  });

  it('is not a mistake of the student if only Clang rejects it', () => {
    const outcomes = judge(evidence({ compiled: rejected, cases: [], nvcc: accepted }));
    expect(checkOf(outcomes, 'compile')).toMatchObject({ status: 'passed', findings: [{ severity: 'warning' }] });
    expect(outcomes.filter(({ id }) => id !== 'compile').every(({ status }) => status === 'error')).toBe(true);
    expect(score(outcomes).verdict).toBe('error');
  });

  it('Clang alone runs out of memory: said, and nobody’s mistake', () => {
    const compiled = { status: 'exhausted', limit: 'memory', diagnostics: [] } as const;
    const compile = checkOf(judge(evidence({ compiled, cases: [], nvcc: accepted })), 'compile');
    expect(compile).toMatchObject({ status: 'passed', findings: [{ severity: 'warning', rule: 'compile-error' }] });
    expect(compile.findings[0]?.message).toContain('memory');
  });

  it('Clang refuses what the grader itself asks for: nvcc has no say', () => {
    const wrong = { ...mistake, rule: 'signature-mismatch', detail: { expected: 'void f()', got: 'int f()' } } as const;
    const compiled = { status: 'rejected', diagnostics: [wrong] } as const;
    expect(checkOf(judge(evidence({ compiled, cases: [], nvcc: accepted })), 'compile').status).toBe('failed');
  });

  it.each([
    ['/dev/stdin', 'failed'],
    ['../hidden/assignment.yaml', 'failed'],
    ['parts/../../secret.h', 'failed'],
    ['thrust/sort.h', 'passed'],
    ['./mine..h', 'passed'],
  ])('only nvcc finds %s, in a container: compile %s', (file, status) => {
    const source = sourceOf(`#include "${file}"`, 'mine.cu', 'void f()');
    const log = `${source.virtualName}:1:10: fatal error: '${file}' file not found`;
    const [missing = mistake] = parseDiagnostics(log, source, 'host');
    expect(missing.message).toBe(`'${file}' file not found`);
    const compiled = { status: 'rejected', diagnostics: [missing] } as const;
    expect(checkOf(judge(evidence({ compiled, cases: [], nvcc: accepted })), 'compile').status).toBe(status);
  });

  it('both refuse: Clang’s words, which have hints', () => {
    const compile = checkOf(judge(evidence({ compiled: rejected, cases: [], nvcc: rejected })), 'compile');
    expect(compile.summary).not.toContain('NVIDIA');
  });
});

describe('on a GPU', () => {
  const gpu = (...cases: ReturnType<typeof caseOf>[]) => ({ name: 'NVIDIA H200', cases, unjudged: null });
  const wrong = caseOf({ outputs: [output({ comparison: comparison({ wrong: 3, firstMismatch: [0, 1] }) })] });

  it('outputs must be right there too', () => {
    const seen = evidence({ gpu: gpu(wrong) });
    const correctness = checkOf(judge(seen), 'correctness');
    expect(correctness.status).toBe('failed');
    expect(correctness.findings).toEqual([
      expect.objectContaining({ rule: 'wrong-output', message: expect.stringMatching(/^On the GPU \(NVIDIA H200\)/) }),
    ]);
    expect(toCaseResults(seen)).toMatchObject([{ name: 'exact', status: 'failed' }]);
  });

  it('what is wrong on the emulator is not said twice', () => {
    const correctness = checkOf(judge(evidence({ cases: [wrong], gpu: gpu(wrong) })), 'correctness');
    expect(correctness.findings.map(({ message }) => message).join()).not.toContain('On the GPU');
  });

  it('reports a kernel that fails there once, at its launch', () => {
    const lost = { ...launch(), outcome: { ...launch().outcome, error: 700 } };
    const failing = caseOf({ run: run({ launches: [lost, lost] }) });
    const correctness = checkOf(judge(evidence({ gpu: gpu(failing) })), 'correctness');
    expect(correctness.status).toBe('failed');
    expect(correctness.findings).toEqual([
      expect.objectContaining({
        rule: 'launch-error',
        message: expect.stringContaining('illegal memory access'),
        count: 2,
      }),
    ]);
  });

  it('a failure that a fault explains costs no points of correctness', () => {
    const lost = { ...launch(), outcome: { ...launch().outcome, error: 700 } };
    const failing = caseOf({ run: run({ launches: [lost] }) });
    const guard = caseOf({ run: run({ faults: [faultAt('out-of-bounds-write', lost.kernel)] }) });
    const seen = evidence({ cases: [guard], gpu: gpu(failing) });
    const correctness = checkOf(judge(seen), 'correctness');
    expect(correctness).toMatchObject({
      status: 'passed',
      findings: [{ rule: 'launch-error', follows: { rule: 'out-of-bounds-write', line: 18 } }],
    });
    expect(checkOf(judge(seen), 'guards').status).toBe('failed');
    expect(toCaseResults(seen)).toMatchObject([{ status: 'passed' }]);
    expect(isCorrect(seen)).toBe(false);
  });

  it.each([
    ['of another kernel', faultAt('out-of-bounds-write', 'other'), 700],
    ['that is a race', faultAt('global-race', launch().kernel), 700],
    ['and takes too long', faultAt('out-of-bounds-write', launch().kernel), 702],
  ])('a kernel that fails beside a fault %s stands by itself', (_, fault, error) => {
    const lost = { ...launch(), outcome: { ...launch().outcome, error } };
    const failing = caseOf({ run: run({ launches: [lost] }) });
    const seen = evidence({ cases: [caseOf({ run: run({ faults: [fault] }) })], gpu: gpu(failing) });
    expect(checkOf(judge(seen), 'correctness').status).toBe('failed');
  });

  it('an endless kernel is a timeout', () => {
    const endless = { ...launch(), outcome: { ...launch().outcome, error: 702 } };
    const correctness = checkOf(
      judge(evidence({ gpu: gpu(caseOf({ run: run({ launches: [endless] }) })) })),
      'correctness',
    );
    expect(correctness.findings).toEqual([expect.objectContaining({ rule: 'timeout' })]);
  });

  it('right outputs pass', () => {
    expect(checkOf(judge(evidence({ gpu: gpu(caseOf()) })), 'correctness').status).toBe('passed');
  });
});

describe('what compute-sanitizer says', () => {
  const race: SanitizerFinding = {
    tool: 'racecheck',
    rule: 'shared-race',
    message: 'Error: Race reported between Write access and Read access',
    kernel: 'tiled',
    line: 14,
    otherLine: 18,
    block: null,
    thread: null,
    count: 12,
  };

  it('is a finding of its own where the emulator saw nothing', () => {
    const races = checkOf(judge(evidence({ sanitizer: [race] })), 'races');
    expect(races.status).toBe('failed');
    expect(races.findings).toEqual([
      expect.objectContaining({
        rule: 'shared-race',
        line: 14,
        count: 12,
        message: expect.stringContaining('compute-sanitizer (racecheck)'),
        related: [{ message: 'the other access', line: 18, detail: { kind: 'tool-access' } }],
      }),
    ]);
  });

  it('confirms what the emulator saw at the same line', () => {
    const fault = { ...faultAt('shared-race', 'tiled'), other: end(14), detail: 'inside-block' as const };
    const seen = caseOf({ run: run({ faults: [fault] }) });
    const races = checkOf(judge(evidence({ cases: [seen], sanitizer: [race] })), 'races');
    expect(races.findings).toHaveLength(1);
    expect(races.findings[0]?.related).toContainEqual({
      message: 'compute-sanitizer (racecheck) sees it on the GPU too',
      line: 14,
      detail: { kind: 'confirmed', tool: 'racecheck' },
    });
  });

  const outside: SanitizerFinding = {
    ...race,
    tool: 'memcheck',
    rule: 'out-of-bounds-read',
    line: 18,
    otherLine: null,
  };

  it('is not repeated where the emulator has a better word for the access', () => {
    const freed = caseOf({ run: run({ faults: [faultAt('use-after-free', 'tiled')] }) });
    const outcomes = judge(evidence({ cases: [freed], sanitizer: [outside] }));
    expect(checkOf(outcomes, 'guards')).toMatchObject({ status: 'passed', findings: [] });
    expect(checkOf(outcomes, 'memory').status).toBe('failed');
  });

  it('is a finding where the emulator has a fault in another line only', () => {
    const freed = caseOf({ run: run({ faults: [faultAt('use-after-free', 'tiled')] }) });
    const outcomes = judge(evidence({ cases: [freed], sanitizer: [{ ...outside, line: 20 }] }));
    expect(checkOf(outcomes, 'guards')).toMatchObject({ status: 'failed', findings: [{ line: 20 }] });
  });

  it('changes nothing where it found nothing', () => {
    expect(judge(evidence({ sanitizer: [] }))).toEqual(judge(evidence()));
  });
});
