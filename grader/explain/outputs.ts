import type { Comparison } from '../compare/index.ts';
import type { LaunchRecord } from '../host/index.ts';
import type { LaunchCoverage } from '../host/plan/index.ts';
import type { Finding, Rule } from '../result/index.ts';
import { wordPattern } from './patterns.ts';
import { EXCHANGED } from './relations.ts';
import { number, plural, type Words } from './text.ts';
import { ELSE_AT_LINE, type TransferProblem, wordTransfer } from './transfers.ts';

/** Two arguments of a launch that stand in each other's place, by the names that the kernel's parameters have. */
export interface ExchangedArguments {
  readonly kernel: string;
  readonly line: number;
  /** The name of a parameter that is given to another one, `second`. */
  readonly first: string;
  readonly second: string;
  /** The name that `first` is given. */
  readonly other: string;
}

export interface OutputWords {
  readonly kind: 'wrong-output' | 'unwritten-output';
  readonly name: string;
  readonly shape: readonly number[];
  readonly comparison: Comparison;
  readonly launches: readonly LaunchRecord[];
  /** Its elements have no place for what is behind the point by nature: indexes and counts, not levels of a picture. */
  readonly counts?: boolean;
  /** How the launch that should have written lies over the output; null where that is not to be told. */
  readonly laid?: (Pick<LaunchCoverage, 'uncovered' | 'crosswise'> & { readonly several?: boolean }) | null;
  /** A block or a warp serves an element, and all blocks of the launch stored, or some; absent if that is not known. */
  readonly byBlocks?: 'all' | 'some';
  /** The grader chooses grid and block: the submission is a kernel alone. */
  readonly launchedByGrader?: boolean;
  readonly visible: boolean;
  readonly failingCases: number;
  /** Of these, the cases of which the sentence is true as well; default: all. */
  readonly alikeCases?: number;
  readonly cases: number;
  /** True if no call copies straight into the output: host code moves results there from other memory. */
  readonly movedByHost?: boolean;
  /** Of an output in host memory: how its copies explain it. */
  readonly transfer?: TransferProblem | null;
}

/** An output that is not what it should be. Of hidden cases no values and no sizes are told, nor what would tell them. */
export function wordOutput(output: OutputWords): Words {
  const where = inCases(output);
  if (output.transfer) return wordTransfer(output.transfer, output.name, output.visible, where);
  return output.kind === 'unwritten-output' ? unwritten(output, where) : wrong(output, where);
}

/** ` (and so in every case)`, ` (so in 3 cases of 13)`, or ` (so in 3 of the 8 cases where elements are wrong)`. */
function inCases({ kind, failingCases, alikeCases = failingCases, cases }: OutputWords): string {
  if (alikeCases < failingCases) {
    const state = kind === 'wrong-output' ? 'wrong' : 'missing';
    return ` (so in ${number(alikeCases)} of the ${number(failingCases)} cases where elements are ${state})`;
  }
  if (failingCases < cases) return ` (so in ${plural(failingCases, 'case')} of ${number(cases)})`;
  return cases === 1 ? '' : ' (and so in every case)';
}

function unwritten(output: OutputWords, where: string): Words {
  const { comparison, name, shape, visible } = output;
  const pattern = comparison.unwrittenPattern;
  const none = comparison.unwritten === comparison.checked;
  const share = none
    ? `No element of ${name} was written`
    : visible
      ? `${someOf(comparison.unwritten, comparison.checked, name)} never written`
      : `A part of ${name} was never written`;
  const clause = pattern && pattern.kind !== 'everywhere' ? `: ${wordPattern(pattern, shape)}` : '';
  return { message: `${share}${clause}${where}.`, hint: unwrittenHint(output, none) };
}

/** `1 of 257 elements of out was` */
function someOf(some: number, all: number, name: string): string {
  return `${number(some)} of ${plural(all, 'element')} of ${name} ${some === 1 ? 'was' : 'were'}`;
}

const NOTHING_STORED = 'Which line of the kernel writes the output? At least one thread must pass its guard.';

function unwrittenHint(output: OutputWords, none: boolean): string {
  const { launches, laid, byBlocks, comparison, launchedByGrader, movedByHost, name } = output;
  if (launches.length === 0) return 'No kernel was launched. Which kernel must write the output?';
  if (none) return NOTHING_STORED;
  // Every element has a thread, or the results never came: both ends of the way can be too short.
  if (movedByHost && !(laid && laid.uncovered > 0))
    return `Which line writes these elements? Host code must also copy all of them into ${name}.`;
  const pattern = comparison.unwrittenPattern?.kind;
  if (pattern === 'every-other-block') {
    return 'Does the kernel compute its index with the block size of the launch? blockDim holds that size.';
  }
  if (launchedByGrader && laid && laid.uncovered > 0) {
    return 'This launch has fewer threads than there are elements. Which elements does a thread take after its first?';
  }
  if (byBlocks === 'all')
    return 'Every block of this launch stores elements. How many blocks do all elements need? Integer division rounds down.';
  if (byBlocks === 'some') return 'Which block should store these elements? Compute its index by hand.';
  if (laid?.several) return 'A thread takes several elements here. Which is the last one that it takes?';
  if (laid?.crosswise) {
    return 'The grid is long in the dimension in which the data is short. In a dim3, x comes first and counts columns. Which extent of the data belongs to x?';
  }
  if (laid && laid.uncovered === 0) {
    return 'There are enough threads. Which index does each of them compute? The guard must let all valid indexes pass.';
  }
  return 'How many threads does the grid have in each dimension? There must be at least as many as elements. Integer division rounds down.';
}

function wrong({ comparison, name, shape, visible, counts, launches }: OutputWords, where: string): Words {
  const { checked } = comparison;
  const clause = comparison.pattern ? `: ${wordPattern(comparison.pattern, shape)}` : '';
  // Where nothing but NaN and infinities is wrong, the largest finite error is that of an element that is right.
  const someFinite = comparison.wrong > comparison.nan + comparison.infinite;
  const size =
    someFinite && comparison.maxError !== null && visible && comparison.wrong > 1
      ? ` The largest error is ${number(comparison.maxError)}.`
      : '';
  const share = !visible
    ? `Elements of ${name} are wrong`
    : comparison.wrong < checked
      ? `${number(comparison.wrong)} of ${number(checked)} elements of ${name} ${comparison.wrong === 1 ? 'is' : 'are'} wrong`
      : checked === 1
        ? `The one element of ${name} is wrong`
        : `All ${number(checked)} elements of ${name} are wrong`;
  return {
    message: `${share}${clause}${where}.${visible ? first(comparison, shape) : ''}${size}`,
    hint: wrongHint(comparison, counts ?? false, launches.length > 1),
  };
}

/** ` The first of them, in row 2 and column 3, is 0 and should be 0.5.` */
function first({ firstWrong, wrong: count, pattern }: Comparison, shape: readonly number[]): string {
  if (!firstWrong) return '';
  const { index, got, want } = firstWrong;
  const [held, asked] = apart(got, want);
  if (count === 1) return ` It is ${held} and should be ${asked}.`;
  // A pattern that names the value leaves nothing to say but what it should be.
  const is = pattern?.kind === 'constant' || pattern?.kind === 'not-a-number' ? '' : `is ${held} and `;
  return ` The first of them, ${place(index, shape)}, ${is}should be ${asked}.`;
}

/** `element 3`, or `in row 2, column 3`: where an element is in an output. */
export function place(index: readonly number[], shape: readonly number[]): string {
  const [column = 0, row = 0, plane = 0] = [...index].reverse();
  if (shape.length === 1) return `element ${number(column)}`;
  const inPlane = `row ${number(row)}, column ${number(column)}`;
  return shape.length === 2 ? `in ${inPlane}` : `in plane ${number(plane)}, ${inPlane}`;
}

/** Two numbers with as many digits as it takes to tell them apart. */
export function apart(a: number, b: number): [string, string] {
  const written = (value: number, digits: number) =>
    Number.isInteger(value) ? number(value) : String(Number(value.toPrecision(digits)));
  let digits = 4;
  while (digits < 9 && written(a, digits) === written(b, digits)) digits++;
  return [written(a, digits), written(b, digits)];
}

const FIRST_BY_HAND = 'Compute the first wrong element by hand, with the indexes of its thread.';
const FIRST_OF_SEVERAL =
  'Compute the first wrong element by hand, launch by launch. Which launch is wrong, missing, or one too many?';
const WHERE_ZERO =
  'Follow one element from its first load to its store: where does it become 0? A cast to an integer and an integer division both discard the fraction.';
const MORE_THAN_COPY = 'What else must the result depend on? A cast to an integer discards the fraction.';
const COUNT_FROM = 'Does a loop or an index start at 1 instead of 0, or at 0 instead of 1?';
const WHERE_FROM = 'Where does this value come from? Follow one element from its first load to its store.';

function wrongHint({ pattern }: Comparison, counts: boolean, severalLaunches: boolean): string {
  switch (pattern?.kind) {
    case 'transposed':
    case 'input-transposed':
      return 'Does x or y count columns? Compute the index of one element by hand.';
    case 'partial-sum':
      return 'Which terms does the loop leave out? Integer division rounds down.';
    case 'constant':
      return pattern.value === 0 && !counts ? WHERE_ZERO : WHERE_FROM;
    case 'not-a-number':
      return WHERE_FROM;
    case 'interleaved-planes':
      return 'Which index do the green and the blue value of pixel i have?';
    case 'plane-stride':
      return 'How many elements are between the red and the green value of one pixel?';
    case 'swapped-planes':
      return 'In which order are the planes stored? The handout gives the order.';
    case 'other-weights':
      return 'Which number is each plane multiplied by? A weight of an integer type has lost its fraction.';
    case 'input-stride':
      return `How many elements does one row of ${pattern.input} have? This is the distance between the starts of its rows.`;
    case 'constant-offset':
      return Math.abs(pattern.offset) === 1 ? COUNT_FROM : FIRST_BY_HAND;
    case 'input-copy':
      return counts ? FIRST_BY_HAND : MORE_THAN_COPY;
    case 'shifted':
      return 'Compare the index that a thread reads with the index that it writes.';
    case 'accumulated':
      return 'The output does not start at zero. Which line sets its first value?';
    default:
      return severalLaunches ? FIRST_OF_SEVERAL : FIRST_BY_HAND;
  }
}

/** What to look at where two arguments of a launch stand in each other's place. */
export function wordExchanged({ kernel, line, first, second, other }: ExchangedArguments): string {
  return `Line ${number(line)} passes \`${first}\` for the parameter \`${second}\` of \`${kernel}\`, and \`${other}\` for \`${first}\`. ${EXCHANGED}`;
}

/**
 * What to look at where the compiler warns of a line that makes outputs wrong.
 * @param hint - what is said without the warning: it stays where it is about these outputs
 */
export function wordWarned(line: number, hint: string | null): string {
  const first = `Line ${number(line)} has a warning that can cause this. Look at that line first, then grade again.`;
  return hint === null || GENERAL.has(hint) ? first : `${first} ${hint}`;
}

/** Beside the store that is told first. */
export function wordOtherStore(name: string): string {
  return `${name} is written here too`;
}

/** Hints that help only where nothing else was found. */
const GENERAL: ReadonlySet<string> = new Set([
  ...[NOTHING_STORED, FIRST_BY_HAND, FIRST_OF_SEVERAL, MORE_THAN_COPY],
  ...[WHERE_FROM, WHERE_ZERO, ELSE_AT_LINE],
]);

/** What goes wrong in a run and may alone be the reason for outputs that are not right. What ends a run is not: its outputs are not judged. */
const SPOILING: ReadonlySet<Rule> = new Set([
  ...(['host-device-pointer', 'use-after-free', 'out-of-bounds-read', 'out-of-bounds-write'] as const),
  ...([
    'shared-out-of-bounds',
    'local-out-of-bounds',
    'misaligned-access',
    'barrier-divergence',
    'stack-overflow',
  ] as const),
  ...(['shared-race', 'global-race', 'host-race', 'uninitialized-read'] as const),
]);

/** A launch that is refused ends the run; memory that could not be allocated does not. */
export function mayExplainOutputs({ rule, severity, kernel }: Finding): boolean {
  return severity === 'error' && (SPOILING.has(rule) || (rule === 'launch-error' && kernel === undefined));
}

/**
 * What to do about an output, or a pointer that leads nowhere, where an earlier finding may be the whole reason for it;
 * null where the finding itself says more.
 */
export function wordFollows(finding: Finding, reason: Finding | null): string | null {
  if (!reason) return null;
  const isOutput = finding.rule === 'wrong-output' || finding.rule === 'unwritten-output';
  const isGeneral = isOutput && finding.hint !== undefined && GENERAL.has(finding.hint);
  const isOfNoMemory = reason.rule === 'launch-error' && finding.message.includes('through a null pointer');
  if (!isGeneral && !isOfNoMemory) return null;
  const isElsewhere = reason.line !== undefined && reason.line !== finding.line;
  const where = isElsewhere ? `in line ${number(reason.line ?? 0)}` : 'above';
  return `The error ${where} can cause this. Fix that error first, then grade again.`;
}
