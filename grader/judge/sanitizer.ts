import type { SanitizerFinding } from '../device/sanitizer/index.ts';
import { withRelated, worded } from '../explain/index.ts';
import { type CheckId, type Finding, RULES } from '../result/index.ts';
import type { Evidence } from './evidence.ts';
import { isOfWrongAddress } from './gpu-failure.ts';

/** Adds what compute-sanitizer saw on the GPU: to a finding of the emulator at the same line, else as one of its own. */
export function withSanitizer(evidence: Evidence, check: CheckId, findings: readonly Finding[]): Finding[] {
  const seen = evidence.sanitizer?.filter((one) => RULES[one.rule] === check && !isOtherwiseTold(evidence, one)) ?? [];
  const merged = [...findings];
  for (const one of seen) {
    const known = merged.findIndex((finding) => isSame(finding, one));
    const finding = merged[known];
    if (finding)
      merged[known] = withRelated(finding, { detail: { kind: 'confirmed', tool: one.tool }, ...lineOf(one) });
    else merged.push(toFinding(one, evidence));
  }
  return merged;
}

/**
 * Tells whether the emulator has another, better word for an access to a wrong address. The tool calls each of them out
 * of bounds, of memory that is freed or of the host too.
 */
function isOtherwiseTold({ cases }: Evidence, { rule, line }: SanitizerFinding): boolean {
  if (!isOfWrongAddress(rule)) return false;
  return cases.some(({ run }) =>
    run.faults.some((fault) => fault.rule !== rule && isOfWrongAddress(fault.rule) && fault.at.position?.line === line),
  );
}

function isSame({ rule, line, related }: Finding, { rule: other, line: at, otherLine }: SanitizerFinding): boolean {
  // The tool has one word for races, whatever memory they are in.
  const isRace = RULES[rule] === 'races' && RULES[other] === 'races' && rule !== 'barrier-divergence';
  if (rule !== other && !isRace) return false;
  const lines = [line, ...(related ?? []).map((end) => end.line)];
  return at === null || lines.includes(at) || (otherLine !== null && lines.includes(otherLine));
}

function lineOf({ line }: SanitizerFinding): { line?: number } {
  return line === null ? {} : { line };
}

function toFinding(one: SanitizerFinding, { fileName }: Evidence): Finding {
  const { rule, line, otherLine, kernel, block, thread, count } = one;
  return worded({
    rule,
    severity: 'error',
    file: fileName,
    ...(line !== null && { line }),
    ...(kernel !== null && { kernel }),
    ...(block && { block: [...block] }),
    ...(thread && { thread: [...thread] }),
    count,
    ...(otherLine !== null && { related: [{ detail: { kind: 'tool-access' }, line: otherLine }] }),
    detail: { kind: 'sanitizer', tool: one.tool, text: one.message },
  });
}
