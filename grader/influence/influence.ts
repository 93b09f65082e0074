import { type Draw, drawOf, drawsOf, type Group } from './draws.ts';
import { countChanged, inputsOf, type Subject } from './outputs.ts';

/**
 * The least share for which an input takes part in the outputs. One plane of three has 0.37 to 0.39, one term of a sum
 * 0.1; half of the outputs, or two planes of three, have 0.5 and more (docs/bench/2026-11-22-influence.md).
 */
export const LEAST_INFLUENCE = 0.45;
/** Altered runs of one array that may end early before the others are given up. */
const MOST_UNFINISHED = 3;
/** So many times as many outputs change as depend on a group: then there are more groups. */
const TOO_MANY = 2;
const MOST_GROUPS = 8;

/** The influence of one input array on the outputs of one case. */
export type Influence =
  | {
      readonly status: 'measured';
      readonly array: string;
      /** Outputs whose expected value differs, in the group of draws with the smallest share. */
      readonly depending: number;
      /** Outputs that differ, of each draw at most as many as depend on it. */
      readonly changed: number;
    }
  /** The program got to its end with its own inputs, and with none of the altered ones. */
  | { readonly status: 'unfinished'; readonly array: string }
  /** The case cannot be run with other inputs. */
  | { readonly status: 'unknown'; readonly array: string };

type Measured = Extract<Influence, { status: 'measured' }>;

/** True if the outputs do not depend on the array, or not enough. */
export function isIdle(influence: Influence): boolean {
  switch (influence.status) {
    case 'measured':
      return influence.changed < LEAST_INFLUENCE * influence.depending;
    case 'unfinished':
      return true;
    case 'unknown':
      return false;
  }
}

/**
 * Measures the influence of each input array: of the outputs that depend on the altered elements, how many change.
 * What changes besides does not count against the program: a wrong index moves a change and does not remove it.
 * @returns the arrays on which outputs depend, up to the first that is idle
 */
export async function measureInfluence(subject: Subject): Promise<readonly Influence[]> {
  const measured: Influence[] = [];
  for (const { name } of inputsOf(subject.spec)) {
    const groups = await drawsOf(subject, name);
    if (groups.length === 0) continue;
    const influence = await influenceOf(subject, name, groups);
    measured.push(influence);
    if (isIdle(influence)) break;
  }
  return measured;
}

/**
 * The group of draws with the smallest share counts: one draw that happens to alter an element from which all outputs
 * come does not make up for another.
 */
async function influenceOf(subject: Subject, array: string, groups: readonly Group[]): Promise<Influence> {
  let worst: Measured | null = null;
  let unfinished = 0;
  let drawn = groups.flat().length;
  const open = [...groups];
  for (let group = open.shift(), judged = 1; group; group = open.shift(), judged++) {
    const waiting = [...group];
    let [depending, changed, all] = [0, 0, 0];
    for (let draw = waiting.shift(); draw; draw = waiting.shift()) {
      const after = await subject.runWith(draw.inputs);
      if (after === null) return { status: 'unknown', array };
      if (!after.finished && subject.before.finished) {
        unfinished += 1;
        if (unfinished === MOST_UNFINISHED) return { status: 'unfinished', array };
        waiting.push(await replacement(subject, array, drawn++));
        continue;
      }
      depending += draw.depending;
      const different = countChanged(subject.spec, subject.before, after);
      changed += Math.min(draw.depending, different);
      all += different;
    }
    const measured: Measured = { status: 'measured', array, depending, changed };
    if (isIdle(measured)) return measured;
    // Where a few elements reach every output, some groups show work by chance, and not all of many.
    if (all > TOO_MANY * depending && judged + open.length < MOST_GROUPS) {
      open.push([await replacement(subject, array, drawn++)]);
    }
    if (!worst || changed * worst.depending < worst.changed * depending) worst = measured;
  }
  return worst ?? { status: 'unknown', array };
}

/** Makes another data set in place of one with which the program did not get to its end. */
async function replacement(subject: Subject, array: string, index: number): Promise<Draw> {
  return drawOf(subject, array, 0.1, index, await subject.expected(subject.inputs));
}
