import type { SanitizerFinding } from '../device/sanitizer/index.ts';
import { worded } from '../explain/index.ts';
import { CHECK_IDS, type CheckId, type Finding, type FindingDetail, RULES } from '../result/index.ts';
import type { ExceededLimit, ProgramBuild } from '../sandbox/index.ts';
import { belongsHere, exhaustedFinding, toFinding } from './compile.ts';
import { type ProgramLimits, programEnd } from './host-detail.ts';
import type { ProgramFindings } from './program.ts';

/** What is known of a program that ran on a GPU. */
export interface GpuProgramEvidence {
  readonly fileName: string;
  readonly build: ProgramBuild;
  readonly sanitizer: readonly SanitizerFinding[];
  /** The limit at which its run was stopped. */
  readonly stopped: ExceededLimit | null;
  /** The signal that ended it. */
  readonly signal: number | null;
  readonly limits: ProgramLimits;
}

/** Returns the findings of nvcc, of compute-sanitizer, and of how the program ended. */
export function gpuProgramFindings(evidence: GpuProgramEvidence): ProgramFindings {
  const { build, fileName, sanitizer } = evidence;
  const compile = build.diagnostics.filter(belongsHere).map((one) => toFinding(one, { program: true }));
  const isFatal = ({ severity }: Finding) => severity === 'error';
  const exhausted =
    build.status === 'exhausted' ? [exhaustedFinding(fileName, build.limit === 'memory' ? 'memory' : 'time')] : [];
  const fatal = [...compile.filter(isFatal), ...exhausted, ...endFindings(evidence)];
  const found = sanitizer.map((one) => ({ check: RULES[one.rule], finding: ofSanitizer(one, fileName) }));
  const byCheck = CHECK_IDS.map((id): [CheckId, Finding[]] => [
    id,
    found.filter(({ check }) => check === id).map(({ finding }) => finding),
  ]);
  const warnings = compile.filter((finding) => !isFatal(finding));
  return { byCheck: { ...Object.fromEntries(byCheck), compile: warnings }, fatal };
}

function ofSanitizer(one: SanitizerFinding, file: string): Finding {
  const { rule, line, otherLine, kernel, block, thread, count } = one;
  return worded({
    rule,
    severity: 'error',
    file,
    ...(line !== null && { line }),
    ...(kernel !== null && { kernel }),
    ...(block && { block: [...block] }),
    ...(thread && { thread: [...thread] }),
    count,
    ...(otherLine !== null && { related: [{ detail: { kind: 'tool-access' }, file, line: otherLine }] }),
    detail: { kind: 'sanitizer', tool: one.tool, text: one.message, program: true },
  });
}

function endFindings({ stopped, signal, limits, fileName: file }: GpuProgramEvidence): Finding[] {
  const make = (rule: Finding['rule'], detail: FindingDetail) => worded({ rule, severity: 'error', file, detail });
  if (stopped !== null) {
    const limit = stopped === 'time' ? 'wall' : stopped;
    return [
      make(
        limit === 'wall' ? 'timeout' : 'host-fault',
        programEnd({ status: 'stopped', limit, position: null }, limits),
      ),
    ];
  }
  return signal === null ? [] : [make('host-fault', { kind: 'signal', signal })];
}
