import type { CheckId, CheckResult, GradeResult, Idleness, SummaryDetail } from '../result/index.ts';
import { wordMachineFault } from './exports.ts';
import { wordHiddenOnly } from './hidden.ts';
import { wordStreamsStop } from './stream-order.ts';
import { list, number, plural } from './text.ts';

/** A check whose one sentence is to be made. */
export interface CheckFacts extends Pick<CheckResult, 'id' | 'status'> {
  readonly summaryDetail: SummaryDetail;
}

const PASSED: Readonly<Record<CheckId, (cases: string) => string>> = {
  compile: () => 'Host and device code compile, and the function has the required signature.',
  guards: (cases) => `All accesses to global memory are in bounds in ${cases}.`,
  correctness: (cases) => `Every element is right in ${cases}.`,
  memory: (cases) => `No uninitialized memory was read, and no memory was misused, in ${cases}.`,
  races: (cases) => `No race, and every barrier was reached by its whole block, in ${cases}.`,
  technique: () => 'The solution uses the required technique.',
  speedup: () => 'It is as fast as the exercise requires.',
};

const FAILED: Readonly<Record<CheckId, string>> = {
  compile: 'It does not compile.',
  guards: 'Threads access global memory out of bounds.',
  correctness: 'Some outputs are wrong.',
  memory: 'Memory accesses have undefined results.',
  races: 'The result depends on which thread comes first.',
  technique: 'The solution does not use the required technique.',
  speedup: 'It is slower than the exercise requires.',
};

const FOLLOWS = 'The errors here follow from an error of another check, so they cost no points.';

/** One sentence on a check, and one more if output was dropped. */
export function wordCheck({ id, status, summaryDetail: detail }: CheckFacts): string {
  switch (detail.kind) {
    case 'hidden-case':
      return wordHiddenOnly(status);
    case 'machine-fault':
      return wordMachineFault(detail.reason);
    case 'judged': {
      const { outputKiB } = detail;
      const dropped = outputKiB === undefined ? '' : ` ${wordDropped(outputKiB)}`;
      return `${wordStatus(id, status, detail)}${dropped}`;
    }
  }
}

/** Reports that output was dropped. */
export function wordDropped(outputKiB: number | string): string {
  return `The submission prints more than ${typeof outputKiB === 'number' ? number(outputKiB) : outputKiB} KiB; the rest is dropped.`;
}

function wordStatus(
  id: CheckId,
  status: CheckResult['status'],
  { cases, problems, idle, reason, why, tier, streams }: Extract<SummaryDetail, { kind: 'judged' }>,
): string {
  switch (status) {
    case 'passed':
      if (tier !== undefined) return `It reaches the tier ${JSON.stringify(tier)}.`;
      if (reason === 'nvcc-alone') return "NVIDIA's compiler, which decides, accepts it; the grader's own does not.";
      return [
        reason === 'follows' ? FOLLOWS : PASSED[id](cases === 1 ? 'the one case' : `all ${plural(cases, 'case')}`),
        ...(streams ? [wordStreamsStop(streams)] : []),
      ].join(' ');
    case 'failed': {
      if (reason === 'nvcc-refuses') return "NVIDIA's compiler, which decides, does not accept it.";
      if (reason === 'timed-wrong') return 'Some outputs of timed runs are wrong.';
      if (reason === 'not-timed') return 'It could not be timed.';
      if (problems === 0) return `${FAILED[id]} The reason is reported under another check.`;
      return problems === 1 ? FAILED[id] : `${FAILED[id]} There are ${plural(problems, 'different problem')}.`;
    }
    case 'error':
      if (reason === 'not-timed')
        return 'A timing cannot repeat it, so a TA should look. This is not a mistake in the submission.';
      if (reason === 'not-believed') return 'Its time could not be measured in a way that counts, so a TA should look.';
      if (reason === 'clang-refuses') {
        return "It could not be run here, because the grader's own compiler does not accept it. This is not a mistake in the submission.";
      }
      if (reason === 'not-replayed') {
        return 'It needs a review: the grader cannot repeat the calls of its host code, so it cannot judge the kernels separately. These calls depend on the data, are too many, or copy too much.';
      }
      if (reason === 'other-program') {
        return 'It needs a review: the emulator and nvcc do not compile the same program.';
      }
      if (reason === 'not-watched') {
        return 'It needs a review: no memory was left to check some accesses to global memory for races.';
      }
      if (reason === 'not-counted') {
        return 'It could not be judged: counting its memory accesses needs more memory than is reserved for it. This is not a mistake in the submission.';
      }
      return 'It could not be judged here. This is not a mistake in the submission.';
    case 'skipped':
      if (reason === 'not-correct') return 'Not timed: only correct submissions are timed.';
      if (reason === 'no-timing') return 'This exercise is not timed here. This does not affect points.';
      if (reason === 'not-repeated')
        return `Its speed is not measured, because a GPU cannot repeat this program${why === undefined ? '' : ` (${why})`}. This does not affect points.`;
      if (reason === 'not-calibrated')
        return 'Speed is judged only on GPU models on which grade calibrate has measured the thresholds. Here it does not affect points.';
      if (reason === 'no-gpu') return 'Speed is measured only on a GPU. Here it does not affect points.';
      if (reason === 'not-compiled') return 'Not judged, because it does not compile.';
      if (reason === 'not-run') return 'Not judged, because it was not run here.';
      if (idle !== undefined) return wordIdle(idle);
      return 'Not judged.';
  }
}

/** One sentence on outputs that do not show the exercise's work. The case is a visible one. */
function wordIdle(idle: Idleness): string {
  const where = `Not judged: in case \`${idle.case}\`,`;
  switch (idle.kind) {
    case 'no-influence':
      return `${where} changing ${idle.array} changed ${number(idle.changed)} of ${plural(idle.depending, 'output')} that depend${idle.depending === 1 ? 's' : ''} on it.`;
    case 'spread':
      return `${where} one element of ${idle.array} changes ${plural(idle.changed, 'output')}, but only ${number(idle.depending)} depend${idle.depending === 1 ? 's' : ''} on it.`;
    case 'copy':
      return `${where} the outputs are a copy of ${idle.array}, or a multiple of it.`;
    case 'unwritten':
      return `${where} kernels wrote ${percent(idle.share)} of an output.`;
    case 'handed':
      return `${where} kernels only copied the values of ${idle.output}, which host code computed.`;
    case 'not-told-apart':
      return `${where} only ${percent(idle.share)} of the elements differ, or are equal, as they should.`;
  }
}

function percent(share: number): string {
  return `${Math.floor(100 * share)} %`;
}

type Judgment = Pick<GradeResult, 'verdict' | 'responsible' | 'checks'>;

/** The sentences on open grades: the verdict, then who can judge the submission and what the student can do now. */
const OPEN = {
  review: {
    verdict: 'Needs a review: it cannot be judged automatically, so staff decide.',
    next: 'Your points are open until then. You need not do anything.',
  },
  assignment: {
    verdict: 'Not judged yet: the assignment itself has a mistake. Tell your instructor.',
    next: 'Your points are open. Your course grades the submission again when the mistake is fixed.',
  },
  feature: {
    verdict: 'Not judged yet: it uses a feature that the emulator does not have.',
    next: 'Your points are open. Your course can judge it on a GPU. Without this feature, it is judged here.',
  },
  machine: {
    verdict: 'Not judged yet: this machine failed.',
    next: 'Your points are open. Run it again, or hand it in: your course grades it on another machine.',
  },
} as const;

function openReason({ responsible, checks }: Judgment): keyof typeof OPEN {
  if (responsible === null) return 'review';
  if (responsible === 'assignment') return 'assignment';
  const isFeature = checks.some(({ findings }) => findings.some(({ rule }) => rule === 'unsupported-feature'));
  return isFeature ? 'feature' : 'machine';
}

/** Returns who can judge an open grade, and what the student can do now; null if the grade is not open. */
export function wordOpen(result: Judgment): string | null {
  return result.verdict === 'error' ? OPEN[openReason(result)].next : null;
}

/** Words the row of several checks that were not judged for one reason. */
export function wordGroup(names: readonly string[], summary: string): string {
  return `${summary} These are ${list(names)}.`;
}

/** Returns the points of a result, as its title line has them. An open grade has no points yet, and no zero. */
export function wordTotal({ verdict, score, maxScore }: Pick<GradeResult, 'verdict' | 'score' | 'maxScore'>): string {
  if (verdict !== 'error') return `${score} of ${maxScore} points`;
  return score === 0 ? `no points yet; the maximum is ${maxScore}` : `${score} of ${maxScore} points so far`;
}

/** The first line of a report. */
export function wordVerdict(result: Pick<GradeResult, 'verdict' | 'responsible' | 'checks'>): string {
  if (result.verdict === 'passed') return 'Passed: every check that could be judged here holds.';
  if (result.verdict === 'error') return OPEN[openReason(result)].verdict;
  const failed = result.checks.filter((check) => check.status === 'failed').map((check) => check.id);
  return `Not passed yet: look at ${list(failed)}.`;
}

interface Tried {
  readonly listed: number;
  readonly drawn: number;
  readonly practice: boolean;
  /** The course also grades with cases that the student does not see. */
  readonly others?: boolean;
  readonly sizes: readonly { readonly name: string; readonly least: number; readonly most: number }[];
}

/** `Tried on the emulator: 8 cases with h = 1 to 129 and w = 1 to 101, and 4 practice cases.` */
export function wordTried(tried: Tried | null, target: GradeResult['target']): string | null {
  if (!tried) return null;
  const sizes = tried.sizes.map(({ name, least, most }) =>
    least === most ? `${name} = ${number(least)}` : `${name} = ${number(least)} to ${number(most)}`,
  );
  const parts = [
    ...(tried.listed > 0 ? [`${plural(tried.listed, 'case')}${sizes.length > 0 ? ` with ${list(sizes)}` : ''}`] : []),
    ...(tried.drawn > 0 ? [plural(tried.drawn, tried.practice ? 'practice case' : 'hidden case')] : []),
  ];
  const rest = tried.others ? ' The course also uses cases that are not shown.' : '';
  return `Tried on the ${target === 'gpu' ? 'emulator and the GPU' : 'emulator'}: ${parts.join(', and ')}.${rest}`;
}
