import type { Diagnostic } from '../compile/index.ts';
import { worded } from '../explain/index.ts';
import { type DetailOf, type Finding, type FindingDetail, RULES } from '../result/index.ts';
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

/** Clang, which the emulator needs, refuses what is right for nvcc: nothing can be run, and it is no one's mistake. */
export function acceptedByNvccAlone({ compiled, nvcc }: Evidence): boolean {
  if (compiled.status === 'compiled' || nvcc?.status !== 'compiled') return false;
  const errors = compiled.diagnostics.filter(({ severity }) => severity === 'error');
  return compiled.status === 'exhausted' || errors.every(isMatterOfCompilers);
}

/** What one compiler may refuse and another not. nvcc is asked for device code alone: it links no host code. */
function isMatterOfCompilers({ rule, detail }: Diagnostic): boolean {
  return (
    rule === 'compile-error' &&
    detail?.hint !== 'undefined-function' &&
    detail?.hint !== 'extern-c' &&
    !detail?.isFileOfTheMachine
  );
}

function refusedByNvcc(evidence: Evidence, nvcc: NvccEvidence): CheckOutcome {
  const errors = nvcc.diagnostics
    .filter(({ severity }) => severity === 'error')
    .map((diagnostic, index) => toFinding(diagnostic, index === 0 ? { nvccOnly: true } : {}));
  const findings =
    nvcc.status === 'exhausted'
      ? [...errors, exhaustedFinding(evidence.fileName, 'time', errors.length === 0)]
      : errors;
  return summarize('compile', 'failed', findings, evidence, { reason: 'nvcc-refuses' });
}

/** @param nvccOnly - nvcc alone reached its limit */
export function exhaustedFinding(file: string, limit: 'time' | 'memory' | 'crash' = 'time', nvccOnly = false): Finding {
  return worded({
    rule: 'compile-error',
    severity: 'error',
    file,
    detail: { kind: 'compiler-limit', limit, ...(nvccOnly && { nvccOnly }) },
  });
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
  const line = nvcc.otherProgramAt > 0 ? { line: nvcc.otherProgramAt } : {};
  return [
    worded({ rule: 'needs-review', severity: 'error', file: fileName, ...line, detail: { kind: 'other-program' } }),
  ];
}

/** Warnings about locals that are read before they are written, and of arrays in one place, belong to the memory check. */
export function belongsHere(diagnostic: Diagnostic): boolean {
  return diagnostic.rule !== null && RULES[diagnostic.rule] !== 'memory';
}

/** The facts of a diagnostic that its text does not have. */
export type Asking = { readonly program?: true; readonly nvccOnly?: true };

export function toFinding(diagnostic: Diagnostic, asking: Asking = {}): Finding {
  return worded({
    rule: diagnostic.rule ?? 'compile-error',
    severity: diagnostic.severity,
    file: diagnostic.file,
    ...(diagnostic.line > 0 && { line: diagnostic.line }),
    ...(diagnostic.column > 0 && { column: diagnostic.column }),
    detail: diagnosticDetail(diagnostic, asking),
  });
}

function diagnosticDetail({ rule, message: text, detail }: Diagnostic, { program, nvccOnly }: Asking): FindingDetail {
  const { expected, got, feature, reason, hint, topic } = detail ?? {};
  const only = nvccOnly && { nvccOnly };
  switch (rule) {
    case 'signature-mismatch': {
      const isOtherName = hint === 'other-name';
      return { kind: 'signature', text, expected: expected ?? '', ...(got && { got }), isOtherName, ...only };
    }
    case 'unsupported-feature': {
      const forms = program && expected !== undefined && { forms: expected.split(' ') };
      return {
        kind: 'unsupported-feature',
        ...(feature !== undefined && { feature }),
        ...(reason !== undefined && { reason }),
        ...forms,
        ...(program && { program }),
        ...only,
      };
    }
    default:
      return {
        kind: 'compiler-message',
        text,
        ...topicOf(topic, hint),
        ...(hint !== undefined && { hint }),
        ...(program && { program }),
        ...only,
      };
  }
}

/** Signs that look like another construct are a topic of their own. */
function topicOf(
  topic: NonNullable<Diagnostic['detail']>['topic'],
  hint: string | undefined,
): Pick<DetailOf<'compiler-message'>, 'topic'> {
  if (hint === 'launch-brackets' || hint === 'comma-in-extents' || hint === 'unsigned-loop')
    return { topic: { kind: hint } };
  return topic ? { topic } : {};
}

function forbiddenIncludes(evidence: Evidence): Finding[] {
  const forbidden = new Set(evidence.spec.policy?.forbiddenIncludes);
  const files = [{ name: evidence.fileName, text: evidence.source }, ...(evidence.headers ?? [])];
  return files
    .flatMap(({ name, text }) => includesOf(text).map((include) => ({ ...include, file: name })))
    .filter(({ header }) => forbidden.has(header))
    .map(({ header, position, file }) =>
      worded({
        rule: 'policy-violation',
        severity: 'error',
        file,
        ...position,
        detail: { kind: 'forbidden-include', header },
      }),
    );
}
