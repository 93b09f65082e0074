import type { Diagnostic } from '../compile/index.ts';
import type { Finding } from '../result/index.ts';
import { wordDiagnostic, wordExhausted, wordPolicyViolation } from '../wording/index.ts';
import type { CheckOutcome, Evidence } from './evidence.ts';
import { includesOf } from './source.ts';
import { summarize } from './summary.ts';

/** Both sides compile, the entry point has the asked signature, and nothing that the assignment forbids is used. */
export function judgeCompile(evidence: Evidence): CheckOutcome {
  const findings = [
    ...evidence.compiled.diagnostics.filter(belongsHere).map(toFinding),
    ...forbiddenIncludes(evidence),
    ...exhausted(evidence),
  ];
  const unsupported = findings.some(
    (finding) => finding.rule === 'unsupported-feature' && finding.severity === 'error',
  );
  const refused = evidence.compiled.status !== 'compiled' || findings.some(isStudentError);
  // A feature that only a real GPU has is nobody's mistake: never the student's compile error.
  const status =
    findings.some(isStudentError) || (refused && !unsupported) ? 'failed' : unsupported ? 'error' : 'passed';
  return summarize('compile', status, findings, evidence);
}

function exhausted({ compiled, fileName }: Evidence): Finding[] {
  if (compiled.status !== 'exhausted') return [];
  const { message, hint } = wordExhausted(compiled.limit);
  return [{ rule: 'compile-error', severity: 'error', message, file: fileName, ...(hint && { hint }) }];
}

function isStudentError(finding: Finding): boolean {
  return finding.severity === 'error' && finding.rule !== 'unsupported-feature';
}

/** Warnings about locals that are read before they are written belong to the memory check. */
function belongsHere(diagnostic: Diagnostic): boolean {
  return diagnostic.rule !== null && diagnostic.rule !== 'uninitialized-read';
}

export function toFinding(diagnostic: Diagnostic): Finding {
  const words = wordDiagnostic(diagnostic);
  return {
    rule: diagnostic.rule ?? 'compile-error',
    severity: diagnostic.severity,
    message: words.message,
    file: diagnostic.file,
    ...(diagnostic.line > 0 && { line: diagnostic.line }),
    ...(diagnostic.column > 0 && { column: diagnostic.column }),
    ...(words.hint && { hint: words.hint }),
  };
}

function forbiddenIncludes(evidence: Evidence): Finding[] {
  const forbidden = new Set(evidence.spec.policy?.forbiddenIncludes);
  return includesOf(evidence.source)
    .filter(({ header }) => forbidden.has(header))
    .map(({ header, position }) => {
      const words = wordPolicyViolation({ header });
      return {
        rule: 'policy-violation',
        severity: 'error',
        message: words.message,
        file: evidence.fileName,
        ...position,
        ...(words.hint && { hint: words.hint }),
      };
    });
}
