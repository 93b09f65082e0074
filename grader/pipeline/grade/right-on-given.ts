import type { RunResult } from '../../host/index.ts';
import { expectedOrNull, inputsOf, type Known, outputsOf } from '../../judge/influence/index.ts';
import {
  type AssignmentSpec,
  agree,
  type ElementArray,
  type ElementArrays,
  elementBytes,
  Random,
  toleranceOf,
} from '../../spec/index.ts';
import type { MadeCase } from './inputs.ts';
import { RIGHT } from './shares.ts';

/** The least part of each input that the device was given: a quarter, if elements of 4 bytes are counted for bytes. */
const LEAST_GIVEN = 1 / 5;
/** The least part and number of the outputs that depend on nothing else. */
const LEAST_OUTPUTS = 1 / 8;
const ENOUGH_OUTPUTS = 16;
/** Draws of the elements that the device was not given. */
const DRAWS = 2;

/**
 * True if host code gave the device only a part of the inputs, and kernels wrote the right outputs wherever this part
 * is sufficient. The kernels did the exercise's work, and a copy of too few bytes is a mistake of its own.
 */
export async function isRightOnGiven(
  spec: AssignmentSpec,
  { plan }: MadeCase,
  known: Known,
  run: RunResult,
): Promise<boolean> {
  const { givenInputs } = run;
  if (!givenInputs) return false;
  const given = new Map<string, Uint8Array>();
  for (const { name, type } of inputsOf(spec)) {
    const elements = wholeElements(givenInputs[name] ?? new Uint8Array(), elementBytes(type));
    if (countOf(elements) < LEAST_GIVEN * (known.inputs[name]?.length ?? 0)) return false;
    given.set(name, elements);
  }
  if ([...given.values()].every((elements) => countOf(elements) === elements.length)) return false;
  const expected = await known.expected(known.inputs);
  const outputs = outputsOf(spec, run, expected);
  const depends = outputs.map(({ want }) => new Uint8Array(want.length));
  for (let draw = 0; draw < DRAWS; draw++) {
    const altered = await expectedOrNull(known, redrawn(known, given, draw));
    if (!altered) return false;
    outputs.forEach(({ parameter: { name } }, which) => {
      expected[name]?.forEach((value, at) => {
        if (!Object.is(value, altered[name]?.[at])) (depends[which] as Uint8Array)[at] = 1;
      });
    });
  }
  let [all, fixed, right] = [0, 0, 0];
  outputs.forEach(({ parameter: { name, type }, got, want, written }, which) => {
    const tolerance = toleranceOf(spec, plan.dims, name);
    all += want.length;
    for (let at = 0; at < want.length; at++) {
      if (depends[which]?.[at] === 1) continue;
      fixed += 1;
      const [one, other] = [got[at] as number, want[at] as number];
      if (written[at] && agree(one, other, tolerance, type)) right += 1;
    }
  });
  return fixed >= Math.max(ENOUGH_OUTPUTS, LEAST_OUTPUTS * all) && right >= RIGHT * fixed;
}

/** Returns the inputs with other values for all elements that the device was not given. */
function redrawn({ inputs, seed }: Known, given: ReadonlyMap<string, Uint8Array>, draw: number): ElementArrays {
  const random = new Random(seed, `not given ${draw}`);
  const alter = (own: ElementArray, elements: Uint8Array): ElementArray => {
    const copy = own.slice();
    for (let at = 0; at < copy.length; at++)
      if (elements[at] !== 1) copy[at] = own[random.integer(0, own.length - 1)] as number;
    return copy;
  };
  return Object.fromEntries(
    Object.entries(inputs).map(([name, own]) => [name, alter(own, given.get(name) ?? new Uint8Array())]),
  );
}

function wholeElements(bytes: Uint8Array, size: number): Uint8Array {
  const elements = new Uint8Array(bytes.length / size);
  for (let at = 0; at < elements.length; at++)
    elements[at] = bytes.subarray(at * size, (at + 1) * size).every((byte) => byte === 1) ? 1 : 0;
  return elements;
}

function countOf(elements: Uint8Array): number {
  return elements.reduce((sum, one) => sum + one, 0);
}
