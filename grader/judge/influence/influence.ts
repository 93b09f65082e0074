import type { ArrayParameter, ElementArrays } from '../../spec/index.ts';
import { copiedInput, isMixUp } from './copies.ts';
import { type Alteration, alterationsOf, drawOf } from './draws.ts';
import {
  countChanged,
  countDepending,
  type Expected,
  expectedOrNull,
  inputsOf,
  isDefined,
  type Known,
  type Output,
  outputsOf,
  type Subject,
  stored,
} from './outputs.ts';
import { type Spread, spreadOf } from './spread.ts';

/** Outputs that depend on the draws of an array: with 64 the share is known to 0.06. */
const ENOUGH_OUTPUTS = 64;
/**
 * Each draw must show influence. A draw alters a tenth of the elements, so the one pixel of three bytes that every output of a
 * wrong program comes from is altered in 27 % of them, and in each of 6 draws in 0.04 %.
 */
const LEAST_DRAWS = 6;
const MOST_DRAWS = 8;

/** The influence of the inputs on the outputs of a case. */
export interface Influence {
  /** The mean over the input arrays on which outputs depend, 0 to 1; 1 if it cannot be measured. */
  readonly share: number;
  /** The array with the least, its outputs that depend on what was altered, and how many of them changed. */
  readonly least: { readonly array: string; readonly depending: number; readonly changed: number } | null;
  /** The input that the outputs are a copy of. */
  readonly copied: string | null;
  /** The array of which outputs have a checksum in common. */
  readonly spread: Spread | null;
  /** True if any draw of any array changed an output. */
  readonly changes: boolean;
}

/** Counts of the draws of an array. */
interface Counts {
  readonly depending: number;
  readonly changed: number;
  readonly copied: string | null;
}

/** The draw with the smallest share. */
interface Least extends Counts {
  /** True if any draw changed an output. */
  readonly changes: boolean;
}

/** What was measured of an array, by the alteration that showed most. */
interface Measured {
  readonly share: number;
  readonly counts: Least;
  readonly alteration: Alteration;
}

/**
 * Measures the influence of the input arrays: of the outputs that depend on the altered elements, how many change.
 * What changes besides does not count against the program: a wrong index moves a change and does not remove it.
 * The mean over the arrays counts, because a program that confuses two inputs still computes.
 * @param enough - the share from which on nothing more is altered
 */
export async function measureInfluence(subject: Subject, enough: number): Promise<Influence> {
  const { spec } = subject;
  const known = await subject.expected(subject.inputs);
  const shares: ({ readonly array: string } & Measured)[] = [];
  let changes = false;
  for (const parameter of inputsOf(spec)) {
    if ((subject.inputs[parameter.name]?.length ?? 0) === 0) continue;
    let best: Measured | null = null;
    for (const alteration of alterationsOf(parameter)) {
      const counts = await countChanges(subject, parameter, alteration, known);
      if (!counts) continue;
      changes ||= counts.changes;
      const share = counts.changed / counts.depending;
      if (!best || share > best.share) best = { share, counts, alteration };
      if (share >= enough) break;
    }
    if (best) shares.push({ array: parameter.name, ...best });
  }
  const [least] = [...shares].sort((a, b) => a.share - b.share);
  if (!least) return { share: 1, least: null, copied: null, spread: null, changes: true };
  const { depending, changed } = least.counts;
  const copied = shares.find(({ counts }) => counts.copied !== null)?.counts.copied ?? null;
  const found = { least: { array: least.array, depending, changed }, copied, changes };
  const mean = meanOf(shares.map(({ share }) => share));
  if (mean < enough) return { ...found, share: mean, spread: null };
  const spreads: Spread[] = [];
  const reduced: number[] = [];
  for (const { array, share, alteration } of shares) {
    const spread = share > 0 ? await spreadOf(subject, array, alteration, known) : null;
    if (spread?.isChecksum) spreads.push(spread);
    if (spread || share === 0) reduced.push(spread?.isChecksum ? 0 : share);
  }
  const [spread] = spreads;
  return spread ? { ...found, share: meanOf(reduced), spread } : { ...found, share: mean, spread: null };
}

function meanOf(shares: readonly number[]): number {
  return shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

/**
 * Alters an array several times. The draw with the smallest share counts.
 * @returns null if no output depends on it, or if none of the runs tells
 */
async function countChanges(
  subject: Subject,
  { name }: ArrayParameter,
  alteration: Alteration,
  known: Expected,
): Promise<Least | null> {
  const { spec, before } = subject;
  let least: Counts | null = null;
  let changes = false;
  let depending = 0;
  for (let index = 0; index < MOST_DRAWS && (index < LEAST_DRAWS || depending < ENOUGH_OUTPUTS); index++) {
    const inputs = drawOf(subject, name, alteration, index);
    const expected = await expectedOrNull(subject, inputs);
    if (!expected) break;
    const after = subject.runWith && (await subject.runWith(inputs));
    // A run that fails only with these values tells nothing.
    if (after && isDefined(before) && !isDefined(after)) break;
    const outputs = outputsOf(spec, before, known);
    const counts = after
      ? await changesOf(subject, outputs, inputs, outputsOf(spec, after, expected))
      : changesAtMost(outputs, expected);
    if (counts.depending === 0) continue;
    depending += counts.depending;
    changes ||= counts.changed > 0;
    if (!least || counts.changed * least.depending < least.changed * counts.depending) least = counts;
  }
  return least && { ...least, changes };
}

async function changesOf(
  subject: Subject,
  before: readonly Output[],
  inputs: ElementArrays,
  after: readonly Output[],
): Promise<Counts> {
  const depending = countDepending(before, after);
  const copied = copiedInput(subject.spec, inputs, after);
  if (copied !== null && !(await isMixUp({ ...subject, inputs }, after, copied)))
    return { depending, changed: 0, copied };
  return { depending, changed: Math.min(countChanged(before, after), depending), copied: null };
}

/** Where no run tells what is computed, whatever a kernel wrote may depend on the inputs. */
function changesAtMost(before: readonly Output[], expected: Expected): Counts {
  let [depending, changed] = [0, 0];
  for (const { parameter, want, written } of before) {
    const after = stored(expected[parameter.name] ?? [], parameter);
    for (let index = 0; index < want.length; index++) {
      if (Object.is(want[index], after[index])) continue;
      depending += 1;
      if (written[index]) changed += 1;
    }
  }
  return { depending, changed, copied: null };
}

/** True if the outputs stay the same where all elements of all inputs are altered. */
export async function isConstant(subject: Subject): Promise<boolean> {
  const { spec, before, runWith } = subject;
  const known = await subject.expected(subject.inputs);
  const outputs = outputsOf(spec, before, known);
  for (let index = 0; index < LEAST_DRAWS; index++) {
    let inputs = subject.inputs;
    for (const { name } of inputsOf(spec)) inputs = drawOf({ ...subject, inputs }, name, 'redrawn', index, 1);
    const after = runWith && (await runWith(inputs));
    if (!after) return false;
    const same = outputsOf(spec, after, known).every(({ got }, which) =>
      got.every((value, at) => Object.is(value, outputs[which]?.got[at])),
    );
    if (!same) return false;
  }
  return true;
}

/** Returns the smallest share of the outputs that depend on a tenth of an input array, over all arrays with any. */
export async function dependence(subject: Known): Promise<number> {
  const known = await subject.expected(subject.inputs);
  const shares: number[] = [];
  for (const { name } of inputsOf(subject.spec)) {
    if ((subject.inputs[name]?.length ?? 0) === 0) continue;
    const altered = await expectedOrNull(subject, drawOf(subject, name, 'redrawn', 0));
    if (!altered) continue;
    let [all, depending] = [0, 0];
    for (const [output, values] of Object.entries(known)) {
      all += values.length;
      values.forEach((value, index) => {
        if (!Object.is(value, altered[output]?.[index])) depending += 1;
      });
    }
    if (depending > 0) shares.push(depending / all);
  }
  return shares.length === 0 ? 0 : Math.min(...shares);
}
