import type { Diagnostic } from '../compile/index.ts';
import {
  wordDiagnostic,
  wordDisagreement,
  wordExhausted,
  wordOtherProgram,
  wordPolicyViolation,
} from '../explain/index.ts';
import { type Finding, RULES } from '../result/index.ts';
import type { CheckOutcome, Evidence, NvccEvidence } from './evidence.ts';
import { includesOf } from './source.ts';
import { summarize } from './summary.ts';

/**
 * Both sides compile, the entry point has the asked signature, and nothing that the assignment forbids is used. Where
 * nvcc was asked too and disagrees with Clang on what is CUDA, nvcc decides.
 */
export function judgeCompile(evidence: Evidence): CheckOutcome {
  const { nvcc } = evidence;
  if (nvcc && nvcc.status !== 'compiled' && evidence.compiled.status === 'compiled')
    return refusedByNvcc(evidence, nvcc);
  if (acceptedByNvccAlone(evidence)) {
    const told = [
      ...evidence.compiled.diagnostics.filter(belongsHere).map((diagnostic) => toFinding(diagnostic)),
      ...exhausted(evidence),
    ];
    const findings = told.map((finding) => ({ ...finding, severity: 'warning' as const }));
    return summarize('compile', 'passed', findings, evidence, { reason: 'nvcc-alone' });
  }
  const findings = [
    ...evidence.compiled.diagnostics.filter(belongsHere).map((diagnostic) => toFinding(diagnostic)),
    ...forbiddenIncludes(evidence),
    ...exhausted(evidence),
    ...otherProgram(evidence),
  ];
  const unsupported = findings.some((finding) => !isStudentError(finding) && finding.severity === 'error');
  const refused = evidence.compiled.status !== 'compiled' || findings.some(isStudentError);
  // A feature that only a real GPU has is nobody's mistake: never the student's compile error.
  const status =
    findings.some(isStudentError) || (refused && !unsupported) ? 'failed' : unsupported ? 'error' : 'passed';
  const isOther = status === 'error' && findings.some(({ rule }) => rule === 'needs-review');
  return summarize('compile', status, findings, evidence, isOther ? { reason: 'other-program' } : {});
}

/** Clang on a file that the machine may have, and a submission has not: nvcc's container has files of its own. */
const FILE_OF_THE_MACHINE = /^'(?:\/|(?:[^']*\/)?\.\.\/)[^']*' file not found/;

/** Clang, which the emulator needs, refuses what is right for nvcc: nothing can be run, and it is no one's mistake. */
export function acceptedByNvccAlone({ compiled, nvcc }: Evidence): boolean {
  if (compiled.status === 'compiled' || nvcc?.status !== 'compiled') return false;
  const errors = compiled.diagnostics.filter(({ severity }) => severity === 'error');
  return compiled.status === 'exhausted' || errors.every(isMatterOfCompilers);
}

/** What one compiler may refuse and another not. nvcc is asked for device code alone: it links no host code. */
function isMatterOfCompilers({ rule, message, detail }: Diagnostic): boolean {
  return rule === 'compile-error' && detail?.hint !== 'undefined-function' && !FILE_OF_THE_MACHINE.test(message);
}

function refusedByNvcc(evidence: Evidence, nvcc: NvccEvidence): CheckOutcome {
  const errors = nvcc.diagnostics
    .filter(({ severity }) => severity === 'error')
    .map((diagnostic) => toFinding(diagnostic));
  if (nvcc.status === 'exhausted') errors.push(exhaustedFinding(evidence.fileName));
  const [first, ...rest] = errors;
  const disagreement = wordDisagreement();
  const findings = first
    ? [{ ...first, hint: first.hint ? `${first.hint} ${disagreement}` : disagreement }, ...rest]
    : [];
  return summarize('compile', 'failed', findings, evidence, { reason: 'nvcc-refuses' });
}

export function exhaustedFinding(file: string, limit: 'time' | 'memory' | 'crash' = 'time'): Finding {
  const { message, hint } = wordExhausted(limit);
  return { rule: 'compile-error', severity: 'error', message, file, ...(hint && { hint }) };
}

export function exhausted({ compiled, fileName }: Pick<Evidence, 'compiled' | 'fileName'>): Finding[] {
  if (compiled.status !== 'exhausted') return [];
  return [exhaustedFinding(fileName, compiled.limit)];
}

function isStudentError(finding: Finding): boolean {
  return finding.severity === 'error' && finding.rule !== 'unsupported-feature' && finding.rule !== 'needs-review';
}

/** What is judged on the emulator is not what nvcc compiles for the GPU. */
function otherProgram({ nvcc, fileName }: Evidence): Finding[] {
  if (nvcc === null || nvcc.otherProgramAt === null) return [];
  const { message, hint } = wordOtherProgram();
  const line = nvcc.otherProgramAt > 0 ? { line: nvcc.otherProgramAt } : {};
  return [{ rule: 'needs-review', severity: 'error', message, file: fileName, ...line, ...(hint && { hint }) }];
}

/** Warnings about locals that are read before they are written, and of arrays in one place, belong to the memory check. */
export function belongsHere(diagnostic: Diagnostic): boolean {
  return diagnostic.rule !== null && RULES[diagnostic.rule] !== 'memory';
}

export function toFinding(diagnostic: Diagnostic, word: typeof wordDiagnostic = wordDiagnostic): Finding {
  const words = word(diagnostic);
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
