import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../../grader/compile/index.ts';
import { judgeCompile } from '../../grader/judge/compile.ts';
import { compiled, evidence, FILE } from './builders.ts';

const diagnostic = (change: Partial<Diagnostic> = {}): Diagnostic => ({
  severity: 'error',
  message: "expected ';' after expression",
  file: FILE,
  line: 3,
  column: 9,
  side: 'both',
  rule: 'compile-error',
  detail: { hint: 'missing-semicolon' },
  ...change,
});
const rejected = (...diagnostics: Diagnostic[]) =>
  judgeCompile(evidence({ compiled: { status: 'rejected', diagnostics }, cases: [] }));

describe('judgeCompile', () => {
  it.each(['time', 'memory'] as const)('fails a file on which the compiler ran out of %s, and says so', (limit) => {
    const { status, findings } = judgeCompile(
      evidence({ compiled: { status: 'exhausted', limit, diagnostics: [] }, cases: [] }),
    );
    expect(status).toBe('failed');
    expect(findings).toMatchObject([{ rule: 'compile-error', severity: 'error', file: FILE }]);
    expect(findings[0]?.message).toContain(limit);
    expect(findings[0]?.hint).toMatch(/template/);
  });

  it('gives each mistake its place, in words', () => {
    const { status, findings } = rejected(diagnostic(), diagnostic({ line: 7 }));
    expect(status).toBe('failed');
    expect(findings).toMatchObject([
      { line: 3, column: 9, message: "Expected ';' after expression." },
      { line: 7, column: 9 },
    ]);
    expect(findings[0]?.hint).toMatch(/semicolon/);
  });

  it('leaves out a place that is not known', () => {
    const [finding] = rejected(diagnostic({ line: 0, column: 0 })).findings;
    expect(finding).not.toHaveProperty('line');
    expect(finding).not.toHaveProperty('column');
  });

  it('passes with a warning, and shows it', () => {
    const warning = diagnostic({ severity: 'warning', rule: 'compile-warning', detail: { hint: 'main-left-in' } });
    const { status, findings } = judgeCompile(evidence({ compiled: { ...compiled, diagnostics: [warning] } }));
    expect(status).toBe('passed');
    expect(findings).toMatchObject([{ severity: 'warning', rule: 'compile-warning', line: 3 }]);
  });

  it("leaves the compiler's own warnings, and those of other checks, out", () => {
    const diagnostics = ([null, 'uninitialized-read'] as const).map((rule) =>
      diagnostic({ severity: 'warning', rule }),
    );
    expect(judgeCompile(evidence({ compiled: { ...compiled, diagnostics } })).findings).toEqual([]);
  });

  it('is in error, not failed, where only a GPU could judge', () => {
    const unsupported = diagnostic({ rule: 'unsupported-feature', detail: { feature: 'cuBLAS' } });
    expect(rejected(unsupported).status).toBe('error');
    expect(rejected(unsupported, diagnostic()).status).toBe('failed');
  });

  it('fails for a header that the assignment forbids, although it compiles', () => {
    const { spec } = evidence();
    const forbidding = { ...spec, policy: { ...spec.policy, forbiddenIncludes: ['cmath'] } };
    const source = '#include <cmath>\nvoid f() {}\n';
    expect(judgeCompile(evidence({ spec: forbidding, source }))).toMatchObject({
      status: 'failed',
      findings: [{ rule: 'policy-violation', line: 1, column: 1 }],
    });
  });
});
