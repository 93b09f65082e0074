import type { SanitizerFinding } from '../device/sanitizer/index.ts';
import { wordSanitizer } from '../explain/index.ts';
import { type CheckId, type Finding, RULES } from '../result/index.ts';
import type { Evidence } from './evidence.ts';

/** Adds what compute-sanitizer saw on the GPU: to a finding of the emulator at the same line, else as one of its own. */
export function withSanitizer(evidence: Evidence, check: CheckId, findings: readonly Finding[]): Finding[] {
  const seen = evidence.sanitizer?.filter(({ rule }) => RULES[rule] === check) ?? [];
  const merged = [...findings];
  for (const one of seen) {
    const known = merged.findIndex((finding) => isSame(finding, one));
    const finding = merged[known];
    if (finding) merged[known] = { ...finding, related: [...(finding.related ?? []), confirmation(one)] };
    else merged.push(toFinding(one, evidence));
  }
  return merged;
}

function isSame({ rule, line, related }: Finding, { rule: other, line: at, otherLine }: SanitizerFinding): boolean {
  // The tool has one word for races, whatever memory they are in.
  const isRace = RULES[rule] === 'races' && RULES[other] === 'races' && rule !== 'barrier-divergence';
  if (rule !== other && !isRace) return false;
  const lines = [line, ...(related ?? []).map((end) => end.line)];
  return at === null || lines.includes(at) || (otherLine !== null && lines.includes(otherLine));
}

function confirmation({ tool, line }: SanitizerFinding): NonNullable<Finding['related']>[number] {
  return { message: `compute-sanitizer (${tool}) sees it on the GPU too`, ...(line !== null && { line }) };
}

function toFinding(one: SanitizerFinding, { fileName }: Evidence): Finding {
  const { rule, line, otherLine, kernel, block, thread, count } = one;
  const words = wordSanitizer(one);
  return {
    rule,
    severity: 'error',
    message: words.message,
    file: fileName,
    ...(line !== null && { line }),
    ...(kernel !== null && { kernel }),
    ...(block && { block: [...block] }),
    ...(thread && { thread: [...thread] }),
    count,
    ...(words.hint && { hint: words.hint }),
    ...(otherLine !== null && { related: [{ message: 'the other access', line: otherLine }] }),
  };
}
