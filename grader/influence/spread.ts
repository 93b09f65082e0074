import type { ArrayParameter, ElementArrays } from '../spec/index.ts';
import { type Alteration, drawOf } from './draws.ts';
import {
  type Expected,
  expectedOrNull,
  inputsOf,
  isDefined,
  type Known,
  outputsOf,
  type Subject,
  stored,
} from './outputs.ts';

/** Runs with an equal number of altered elements. */
const DRAWS = 8;
/** Draws of one element that tell how many outputs depend on it. */
const DRAWS_OF_ONE = 4;
/** Runs in which at least one output must depend on, or change with, the altered elements. */
const DEPENDING_DRAWS = 6;
const REACHING_DRAWS = 6;
/** The largest part of an array that is altered to find outputs that depend on it, or that change. */
const MOST_TO_DEPEND = 0.02;
const MOST_TO_REACH = 0.1;
/** Changed outputs per depending output from which on an array's influence is reduced. */
const MOST_SPREAD = 8;
/** Elements that reach outputs in one run if they do in all runs. */
const REACHING_OF_ALL = Math.log(2 * DRAWS);
/** In a small case the limit is this part of the spread of one number in all outputs, but at least the other one. */
const PART_OF_FULL_SPREAD = 0.12;
const LEAST_SPREAD = 1.5;

/** How far one element of an array reaches. */
export interface Spread {
  readonly array: string;
  /** The outputs that change with an element that reaches any, on average. */
  readonly changed: number;
  /** The outputs that depend on an element, on average. */
  readonly depending: number;
  /** The limit of their quotient divided by the quotient, at most 1. */
  readonly share: number;
}

interface Draw {
  readonly inputs: ElementArrays;
  readonly expected: Expected;
  readonly depending: number;
}

/**
 * Alters very few elements at a time, and compares how many outputs change with how many depend on an element. A wrong
 * index, stride or order moves a change and does not multiply it. A checksum brings each of its elements to all outputs.
 * If few elements reach an output at all, more of them are altered until some runs show a change.
 * @returns `null` if it cannot be measured
 */
export async function spreadOf(
  subject: Subject,
  parameter: ArrayParameter,
  alteration: Alteration,
  known: Expected,
): Promise<Spread | null> {
  const length = subject.inputs[parameter.name]?.length ?? 0;
  const base = await depending(subject, parameter.name, alteration, known);
  if (!base || !subject.runWith) return null;
  let { draws, count } = base;
  let changes = await changesOf(subject, draws, known);
  while (changes && reachingOf(changes) < REACHING_DRAWS && 2 * count <= MOST_TO_REACH * length) {
    count *= reachingOf(changes) === 0 ? 4 : 2;
    const more = await drawsOf(subject, { ...parameter, alteration, count }, known);
    if (!more) return null;
    draws = more;
    changes = await changesOf(subject, draws, known);
  }
  if (!changes || reachingOf(changes) === 0) return null;
  const changed = changedPerElement(changes, count, count > base.count);
  const outputs = outputsOf(subject.spec, subject.before, known).reduce((sum, { want }) => sum + want.length, 0);
  const limit = Math.max(LEAST_SPREAD, Math.min(MOST_SPREAD, (PART_OF_FULL_SPREAD * outputs) / base.perElement));
  const share = Math.min(1, (limit * base.perElement) / changed);
  return { array: parameter.name, changed, depending: base.perElement, share };
}

/**
 * Returns how many outputs change with an element that reaches any. Several elements can do so in one run: their number
 * has a Poisson distribution. If few elements do, the run with most changes counts: beside elements that reach one
 * output, as they should, others can reach all.
 */
function changedPerElement(changes: readonly number[], count: number, isScarce: boolean): number {
  const missed = 1 - reachingOf(changes) / DRAWS;
  const all = isScarce ? REACHING_OF_ALL : count;
  const elements = Math.min(count, missed > 0 ? -Math.log(missed) : all);
  return isScarce ? Math.max(...changes) / Math.max(1, elements) : meanOf(changes) / elements;
}

/** Returns the largest share of the outputs that depend on one element, over all arrays. */
export async function reachOfOne(subject: Known): Promise<number> {
  const known = await subject.expected(subject.inputs);
  const all = Object.values(known).reduce((sum, values) => sum + values.length, 0);
  let largest = 0;
  for (const { name } of inputsOf(subject.spec)) {
    const length = subject.inputs[name]?.length ?? 0;
    if (length === 0) continue;
    let depending = 0;
    for (let index = 0; index < DRAWS_OF_ONE; index++) {
      const expected = await expectedOrNull(subject, drawOf(subject, name, 'redrawn', index, 1 / length));
      for (const [output, values] of Object.entries(known))
        values.forEach((value, at) => {
          if (expected && !Object.is(value, expected[output]?.[at])) depending += 1;
        });
    }
    largest = Math.max(largest, depending / DRAWS_OF_ONE / all);
  }
  return largest;
}

/** Returns draws of as few elements as make outputs depend on most of the draws; `null` if too many are needed. */
async function depending(
  subject: Subject,
  name: string,
  alteration: Alteration,
  known: Expected,
): Promise<{ readonly draws: readonly Draw[]; readonly count: number; readonly perElement: number } | null> {
  const most = Math.max(1, MOST_TO_DEPEND * (subject.inputs[name]?.length ?? 0));
  for (let count = 1; count <= most; count *= 2) {
    const draws = await drawsOf(subject, { name, alteration, count }, known);
    if (!draws) return null;
    const numbers = draws.map((draw) => draw.depending);
    if (reachingOf(numbers) >= DEPENDING_DRAWS) return { draws, count, perElement: meanOf(numbers) / count };
  }
  return null;
}

interface FewElements {
  readonly name: string;
  readonly alteration: Alteration;
  /** The number of elements that are altered. */
  readonly count: number;
}

async function drawsOf(
  subject: Known & Pick<Subject, 'before'>,
  { name, alteration, count }: FewElements,
  known: Expected,
): Promise<Draw[] | null> {
  const draws: Draw[] = [];
  const share = count / (subject.inputs[name]?.length ?? count);
  for (let index = 0; index < DRAWS; index++) {
    const inputs = drawOf(subject, name, alteration, index, share);
    const expected = await expectedOrNull(subject, inputs);
    if (!expected) return null;
    draws.push({ inputs, expected, depending: dependingOf(subject, known, expected) });
  }
  return draws;
}

/** Returns how many outputs change in each run; `null` if a run fails only with the altered values. */
async function changesOf(
  { spec, before, runWith }: Subject,
  draws: readonly Draw[],
  known: Expected,
): Promise<number[] | null> {
  const first = outputsOf(spec, before, known);
  const changes: number[] = [];
  for (const { inputs, expected } of draws) {
    const after = runWith && (await runWith(inputs));
    if (!after || (isDefined(before) && !isDefined(after))) return null;
    let changed = 0;
    outputsOf(spec, after, expected).forEach(({ got, written }, which) => {
      const one = first[which];
      for (let at = 0; at < got.length; at++)
        if ((one?.written[at] || written[at]) && !Object.is(one?.got[at], got[at])) changed += 1;
    });
    changes.push(changed);
  }
  return changes;
}

function dependingOf({ spec, before }: Pick<Subject, 'spec' | 'before'>, known: Expected, expected: Expected): number {
  let count = 0;
  for (const { parameter, want } of outputsOf(spec, before, known)) {
    const after = stored(expected[parameter.name] ?? [], parameter);
    for (let at = 0; at < want.length; at++) if (!Object.is(want[at], after[at])) count += 1;
  }
  return count;
}

function reachingOf(numbers: readonly number[]): number {
  return numbers.filter((number) => number > 0).length;
}

function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
