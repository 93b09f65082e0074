import type { DetailOf, Finding, FindingDetail, InCases, Real, Rule } from '../result/index.ts';
import type { Facts } from './faults.ts';
import { wordPattern } from './patterns.ts';
import { number, plural, type Words } from './text.ts';
import { wordTransfer } from './transfers.ts';

/** Two arguments of a launch that stand in each other's place. */
export type ExchangedArguments = NonNullable<DetailOf<'wrong-elements'>['exchanged']>;

type OutputKind = 'wrong-elements' | 'objection' | 'unwritten-elements' | 'copied-back';

/** An output that is not what it should be. Of hidden cases no values and no sizes are told, nor what would tell them. */
export function wordOutput(facts: Facts<OutputKind>): Words {
  const where = inCases(facts.rule, facts.detail.cases);
  switch (facts.detail.kind) {
    case 'copied-back':
      return wordTransfer({ ...facts, detail: facts.detail }, where);
    case 'unwritten-elements':
      return unwritten(facts.detail, where);
    case 'objection':
      return objection(facts.detail, where);
    case 'wrong-elements':
      return wrong(facts.detail, where);
  }
}

/** ` (and so in every case)`, ` (so in 3 cases of 13)`, or ` (so in 3 of the 8 cases where elements are wrong)`. */
function inCases(rule: Rule, { failing, alike, all }: InCases): string {
  if (alike < failing) {
    const state = rule === 'wrong-output' ? 'wrong' : 'missing';
    return ` (so in ${number(alike)} of the ${number(failing)} cases where elements are ${state})`;
  }
  if (failing < all) return ` (so in ${plural(failing, 'case')} of ${number(all)})`;
  return all === 1 ? '' : ' (and so in every case)';
}

function unwritten(detail: DetailOf<'unwritten-elements'>, where: string): Words {
  const { output: name, none, elements, pattern, dimensions } = detail;
  const share = none
    ? `No element of ${name} was written`
    : elements
      ? `${someOf(elements.unwritten, elements.checked, name)} never written`
      : `A part of ${name} was never written`;
  const clause = pattern && pattern.kind !== 'everywhere' ? `: ${wordPattern(pattern, dimensions)}` : '';
  return { message: `${share}${clause}${where}.`, hint: unwrittenHint(detail) };
}

/** `1 of 257 elements of out was` */
function someOf(some: number, all: number, name: string): string {
  return `${number(some)} of ${plural(all, 'element')} of ${name} ${some === 1 ? 'was' : 'were'}`;
}

const NOTHING_STORED = 'Which line of the kernel writes the output? At least one thread must pass its guard.';

function unwrittenHint(detail: DetailOf<'unwritten-elements'>): string {
  const { output: name, launched, none, laid, byBlocks, launchedByGrader, movedByHost, pattern } = detail;
  if (!launched) return 'No kernel was launched. Which kernel must write the output?';
  if (none) return NOTHING_STORED;
  // Every element has a thread, or the results never came: both ends of the way can be too short.
  if (movedByHost && !(laid && laid.uncovered > 0))
    return `Which line writes these elements? Host code must also copy all of them into ${name}.`;
  if (pattern?.kind === 'every-other-block') {
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

function wrong(detail: DetailOf<'wrong-elements'>, where: string): Words {
  const { output: name, elements, pattern, dimensions, components, maxError } = detail;
  const clause = pattern ? `: ${wordPattern(pattern, dimensions, components)}` : '';
  const size =
    maxError === undefined || detail.missing !== undefined ? '' : ` The largest error is ${number(Number(maxError))}.`;
  return {
    message: `${wrongShare(name, elements)}${clause}${where}.${first(detail)}${size}`,
    hint: wrongHint(detail),
  };
}

/** `The output found is wrong, element 3: it is smaller than the one before (and so in every case).` */
function objection(
  { output: name, message, index, dimensions, components }: DetailOf<'objection'>,
  where: string,
): Words {
  const said = message === undefined ? '' : `: ${message.replace(/[.!]$/, '')}`;
  const at = index === undefined ? '' : `, ${place(index, dimensions, components)}`;
  return {
    message: `The output ${name} is wrong${at}${said}${where}.`,
    hint:
      index === undefined
        ? 'The exercise states what must be true of this output. Which values does it depend on?'
        : 'The exercise states what must be true of this output. Which thread wrote this element, and from which inputs?',
  };
}

function wrongShare(name: string, elements: DetailOf<'wrong-elements'>['elements']): string {
  if (!elements) return `Elements of ${name} are wrong`;
  const { wrong: count, checked } = elements;
  if (count < checked)
    return `${number(count)} of ${number(checked)} elements of ${name} ${count === 1 ? 'is' : 'are'} wrong`;
  return checked === 1 ? `The one element of ${name} is wrong` : `All ${number(checked)} elements of ${name} are wrong`;
}

/** ` The first of them, in row 2 and column 3, is 0 and should be 0.5.` */
function first(detail: DetailOf<'wrong-elements'>): string {
  const { first: element, elements, pattern, dimensions, components } = detail;
  if (!element) return '';
  const { index, got, want } = element;
  const [held, asked] = apart(got, want);
  if (detail.missing !== undefined) return inAnyOrder(detail.missing, element, dimensions);
  if (elements?.wrong === 1) return ` It is ${held} and should be ${asked}.`;
  // A pattern that names the value leaves nothing to say but what it should be.
  const is = pattern?.kind === 'constant' || pattern?.kind === 'not-a-number' ? '' : `is ${held} and `;
  return ` The first of them, ${place(index, dimensions, components)}, ${is}should be ${asked}.`;
}

/** ` The first of them, element 3, is 5. The value 7 is missing.` A place says little of elements in any order. */
function inAnyOrder(
  missing: number,
  { index, got, want }: NonNullable<DetailOf<'wrong-elements'>['first']>,
  dimensions: number,
): string {
  if (dimensions > 1) {
    const row = ` The first of them is in row ${number(index[0] ?? 0)}.`;
    return missing === 0 ? row : `${row} ${missing === 1 ? 'A row is' : `${number(missing)} rows are`} missing.`;
  }
  const [held, asked] = apart(got, want);
  const is = ` The first of them, ${place(index, dimensions)}, is ${held}.`;
  return missing === 0 ? `${is} No element has this value.` : `${is} The value ${asked} is missing.`;
}

/**
 * Returns where an element is in an output: `element 3`, or `in row 2, column 3`.
 * @param components - of an output of vectors, whose last dimension they are
 */
export function place(index: readonly number[], dimensions: number, components: readonly string[] = []): string {
  const component = components[index.at(-1) ?? 0];
  if (component !== undefined && dimensions > 1) {
    return `component ${component} of ${place(index.slice(0, -1), dimensions - 1).replace(/^in /, 'the vector in ')}`;
  }
  if (dimensions > 3) return `at [${index.map(number).join(', ')}]`;
  const [column = 0, row = 0, plane = 0] = [...index].reverse();
  if (dimensions === 1) return `element ${number(column)}`;
  const inPlane = `row ${number(row)}, column ${number(column)}`;
  return dimensions === 2 ? `in ${inPlane}` : `in plane ${number(plane)}, ${inPlane}`;
}

/** Two numbers with as many digits as it takes to tell them apart. */
export function apart(a: Real, b: Real): [string, string] {
  const written = (real: Real, digits: number) => {
    const value = Number(real);
    return Number.isInteger(value) ? number(value) : String(Number(value.toPrecision(digits)));
  };
  let digits = 4;
  while (digits < 9 && written(a, digits) === written(b, digits)) digits++;
  return [written(a, digits), written(b, digits)];
}

const WRONG_HINTS = {
  'any-order': 'Which thread must store the missing value? Two threads must not store into the same element.',
  'first-by-hand': 'Compute the first wrong element by hand, with the indexes of its thread.',
  'first-of-several':
    'Compute the first wrong element by hand, launch by launch. Which launch is wrong, missing, or one too many?',
  'where-zero':
    'Follow one element from its first load to its store: where does it become 0? A cast to an integer and an integer division both discard the fraction.',
  'more-than-copy': 'What else must the result depend on? A cast to an integer discards the fraction.',
  'count-from': 'Does a loop or an index start at 1 instead of 0, or at 0 instead of 1?',
  'where-from': 'Where does this value come from? Follow one element from its first load to its store.',
  transposed: 'Does x or y count columns? Compute the index of one element by hand.',
  'partial-sum': 'Which terms does the loop leave out? Integer division rounds down.',
  'interleaved-planes': 'Which index do the green and the blue value of pixel i have?',
  'plane-stride': 'How many elements are between the red and the green value of one pixel?',
  'swapped-planes': 'In which order are the planes stored? The handout gives the order.',
  'other-weights': 'Which number is each plane multiplied by? A weight of an integer type has lost its fraction.',
  'input-stride': (input: string) =>
    `How many elements does one row of ${input} have? This is the distance between the starts of its rows.`,
  shifted: 'Compare the index that a thread reads with the index that it writes.',
  accumulated: 'The output does not start at zero. Which line sets its first value?',
} as const;

/** Hints that help only where nothing else was found. */
const GENERAL: ReadonlySet<keyof typeof WRONG_HINTS> = new Set([
  ...(['any-order', 'first-by-hand', 'first-of-several', 'more-than-copy', 'where-from', 'where-zero'] as const),
]);

function wrongAdvice(detail: DetailOf<'wrong-elements'>): keyof typeof WRONG_HINTS {
  const { pattern, isCount, severalLaunches, missing } = detail;
  if (missing !== undefined) return 'any-order';
  switch (pattern?.kind) {
    case 'transposed':
    case 'input-transposed':
      return 'transposed';
    case 'constant':
      return pattern.value === 0 && !isCount ? 'where-zero' : 'where-from';
    case 'not-a-number':
      return 'where-from';
    case 'partial-sum':
    case 'interleaved-planes':
    case 'plane-stride':
    case 'swapped-planes':
    case 'other-weights':
    case 'input-stride':
    case 'shifted':
    case 'accumulated':
      return pattern.kind;
    case 'constant-offset':
      return Math.abs(Number(pattern.offset)) === 1 ? 'count-from' : 'first-by-hand';
    case 'input-copy':
      return isCount ? 'first-by-hand' : 'more-than-copy';
    default:
      return severalLaunches ? 'first-of-several' : 'first-by-hand';
  }
}

function wrongHint(detail: DetailOf<'wrong-elements'>): string {
  const hint = WRONG_HINTS[wrongAdvice(detail)];
  return typeof hint === 'string' ? hint : hint(detail.pattern?.kind === 'input-stride' ? detail.pattern.input : '');
}

/** True for an output whose hint helps only where nothing else was found. */
function hasGeneralHint(detail: FindingDetail): boolean {
  switch (detail.kind) {
    case 'wrong-elements':
      return GENERAL.has(wrongAdvice(detail));
    case 'objection':
      return true;
    case 'unwritten-elements':
      return detail.launched && detail.none;
    case 'copied-back':
      return detail.problem === 'copy-failed';
    default:
      return false;
  }
}

/** What to look at where two arguments of a launch stand in each other's place. */
export function wordExchanged({ kernel, line, first, second, other }: ExchangedArguments): string {
  return `Line ${number(line)} passes \`${first}\` for the parameter \`${second}\` of \`${kernel}\`, and \`${other}\` for \`${first}\`. Are these arguments in the right order?`;
}

/**
 * What to look at where the compiler warns of a line that makes outputs wrong.
 * @param hint - what is said without the warning: it stays where it is about these outputs
 */
export function wordWarned(line: number, detail: FindingDetail, hint: string | null): string {
  const first = `Line ${number(line)} has a warning that can cause this. Look at that line first, then grade again.`;
  return hint === null || hasGeneralHint(detail) ? first : `${first} ${hint}`;
}

/** Beside the store that is told first. */
export function wordOtherStore(name: string): string {
  return `${name} is written here too`;
}

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

/** True for an output of which nothing is known that explains it. */
function isLeftToGeneral(detail: FindingDetail): boolean {
  const { exchanged, warnedLine } = detail as Partial<DetailOf<'wrong-elements'>>;
  return exchanged === undefined && warnedLine === undefined && hasGeneralHint(detail);
}

/**
 * What to do about an output, or a pointer that leads nowhere, where an earlier finding may be the whole reason for it;
 * null where the finding itself says more.
 */
export function wordFollows({ detail, line }: Finding, reason: Finding | null): string | null {
  if (!reason || !detail) return null;
  const isOfNoMemory = reason.rule === 'launch-error' && detail.kind === 'foreign-pointer' && detail.isNull;
  if (!isLeftToGeneral(detail) && !isOfNoMemory) return null;
  const isElsewhere = reason.line !== undefined && reason.line !== line;
  const where = isElsewhere ? `in line ${number(reason.line ?? 0)}` : 'above';
  return `The error ${where} can cause this. Fix that error first, then grade again.`;
}
