import { type Engine, gradeSubmission } from '../../pipeline/grade/index.ts';
import { InfrastructureError } from '../../platform/index.ts';
import { allFindings } from '../../report/index.ts';
import type { CheckId, CheckResult, Finding, GradeResult } from '../../result/index.ts';
import { type Assignment, asHostFunction, shareOf, toleranceOf, withoutPractice } from '../../spec/index.ts';
import { compiledOf } from '../in-python.ts';

/** A program that is graded for a proof. */
export interface Candidate {
  /** Path in the assignment's folder, or what a generated one is called. */
  readonly file: string;
  readonly source: string;
  /** True for a function that takes the arrays of the exercise, where a submission is part of a program. */
  readonly isFunction?: true;
}

/** What a proof wants to know of a grading. The outputs themselves are not kept. */
export interface Trial extends Pick<GradeResult, 'verdict' | 'responsible' | 'score' | 'maxScore' | 'timing'> {
  readonly file: string;
  readonly checks: readonly Pick<CheckResult, 'id' | 'status' | 'score' | 'maxScore'>[];
  /** In the order of a report: errors first, causes before consequences. */
  readonly findings: readonly (Finding & { readonly check: CheckId })[];
  /** Largest |got - want| of each case as a share of its tolerance; hidden ones included. */
  readonly errors: readonly { readonly case: string; readonly share: number }[];
  readonly launches: readonly {
    readonly case: string;
    readonly blocks: number;
    readonly threads: number;
    /** Counted on the largest case alone. */
    readonly counters: Readonly<Record<string, number>>;
  }[];
}

/** @throws InfrastructureError where this machine cannot judge it; the signal's reason once it is aborted */
export async function grade(
  assignment: Assignment,
  engine: Engine,
  { file, source, isFunction }: Candidate,
  seed: string,
  signal: AbortSignal,
): Promise<Trial> {
  signal.throwIfAborted();
  const { spec } = assignment;
  const asked = isFunction ? { ...assignment, spec: asHostFunction(spec) } : assignment;
  const { result, evidence } = await gradeSubmission({
    // Proofs are about the hidden ranges.
    assignment: withoutPractice(asked),
    ...(await compiledOf(source, file.replace(/^.*\//, ''), assignment)),
    sha256: engine.sha256(source),
    seed,
    seedIsPublic: true,
    engine,
    signal,
  });
  const findings = allFindings(result);
  if (result.verdict === 'error') {
    const broken = result.checks
      .filter(({ status }) => status === 'error')
      .map(({ id, summary }) => `${id}: ${summary}`);
    throw new InfrastructureError(`${file} cannot be judged on this machine.`, {
      details: [...broken, ...findings.map(({ message }) => message)].slice(0, 5),
    });
  }
  const { verdict, responsible, score, maxScore, timing } = result;
  return {
    file,
    verdict,
    responsible,
    score,
    maxScore,
    timing,
    checks: result.checks.map(({ id, status, score: points, maxScore: most }) => ({
      id,
      status,
      score: points,
      maxScore: most,
    })),
    findings,
    errors: [...evidence.cases, ...(evidence.gpu?.cases ?? [])].map(({ name, dims, outputs }) => ({
      case: name,
      share: Math.max(
        0,
        ...outputs.map(
          ({ name: output, comparison: { maxError, maxShare } }) =>
            maxShare ?? shareOf(maxError ?? 0, toleranceOf(spec, dims, output).absolute),
        ),
      ),
    })),
    launches: evidence.cases.flatMap((seen) =>
      seen.run.launches.map(({ grid, block, outcome }) => ({
        case: seen.name,
        blocks: volume(grid),
        threads: volume(grid) * volume(block),
        counters: outcome.counters,
      })),
    ),
  };
}

/** Ids of the checks that failed, in the order of the checks. */
export function failedChecks({ checks }: Trial): CheckId[] {
  return checks.filter(({ status }) => status === 'failed').map(({ id }) => id);
}

export function errorFindings({ findings }: Trial): Trial['findings'] {
  return findings.filter(({ severity }) => severity === 'error');
}

/** `wrong-output at line 12: 3 of 40 elements …`, as far as a table has room for it. */
export function describeFinding({ rule, line, message }: Finding): string {
  const where = line === undefined ? '' : ` at line ${line}`;
  const first = message.split('\n')[0] ?? '';
  return `${rule}${where}: ${first.length > 140 ? `${first.slice(0, 137)}...` : first}`;
}

function volume(extents: readonly number[]): number {
  return extents.reduce((product, extent) => product * extent, 1);
}
