import type { ElementArray, ElementArrays } from '../../spec/index.ts';
import { type Alteration, drawOf } from './draws.ts';
import {
  countChanged,
  countDepending,
  type Expected,
  expectedOrNull,
  isDefined,
  type Output,
  outputsOf,
  type Subject,
} from './outputs.ts';

/** Elements that are altered one at a time, and draws to find so many on which outputs depend. */
const ELEMENTS = 8;
const DRAWS = 32;
/** The part of the outputs that an element of a sample reaches, or each element of a whole array. */
const FAR_OF_SAMPLE = 1 / 4;
const FAR_OF_ALL = 1 / 2;
/** These are also at least so many times as many as depend on an element. */
const TOO_FAR = 3;
/** A sample brings so many times as many elements to an output as there should be. */
const TOO_MANY = 3;
/** The part of an array that is altered to find one element that reaches outputs. */
const MANY = 0.1;
/** Relative error of a sum in float32. */
const ROUNDED = 1e-3;
/** The part of the outputs that depends on a draw with which elements per output are counted. */
const FEW = 1 / 16;

/** How far single elements of an array reach. */
export interface Spread {
  readonly array: string;
  /** The outputs that depend on an element, on average. */
  readonly depending: number;
  /** The outputs that change with an element that reaches any. */
  readonly changed: number;
  /** True if only a checksum explains this. */
  readonly isChecksum: boolean;
}

/**
 * Finds checksums: numbers made from a sample of an array, or from all of it, that many outputs have in common. Work with
 * a mistake differs from that. A wrong index leaves elements out, but brings no more of them to an output, and a wrong row
 * gives the right values of other outputs. A prefix sum brings more elements to an output, but leaves none out, and its last
 * elements reach few outputs.
 * @returns `null` if it cannot be measured
 */
export async function spreadOf(
  subject: Subject,
  array: string,
  alteration: Alteration,
  known: Expected,
): Promise<Spread | null> {
  if (!subject.runWith) return null;
  const probe = new Probe(subject, array, alteration, known);
  const { depending, changes } = await probe.singleElements();
  if (changes.length < ELEMENTS || TOO_FAR * depending >= probe.outputs) return null;
  const isFar = (changed: number, part: number) => changed >= Math.max(part * probe.outputs, TOO_FAR * depending);
  const reaching = changes.filter((changed) => changed > 0);
  if (reaching.length >= ELEMENTS / 2) {
    const changed = Math.min(...reaching);
    return { array, depending, changed, isChecksum: isFar(changed, FAR_OF_ALL) };
  }
  const { inputs, changed } = await probe.farElement();
  const isChecksum =
    (isFar(changed, FAR_OF_SAMPLE) || (isFar(changed, 0) && (await probe.elementsPerOutput(depending)) > TOO_MANY)) &&
    !(await probe.isRightElsewhere(inputs));
  return { array, depending, changed, isChecksum };
}

/** Alters elements of one array of a subject. */
class Probe {
  /** The number of outputs. */
  readonly outputs: number;
  readonly #subject: Subject;
  readonly #array: string;
  readonly #alteration: Alteration;
  readonly #known: Expected;
  readonly #before: readonly Output[];

  constructor(subject: Subject, array: string, alteration: Alteration, known: Expected) {
    this.#subject = subject;
    this.#array = array;
    this.#alteration = alteration;
    this.#known = known;
    this.#before = outputsOf(subject.spec, subject.before, known);
    this.outputs = this.#before.reduce((sum, { want }) => sum + want.length, 0);
  }

  /** Returns how many outputs depend on an element, on average, and how many change with each of some. */
  async singleElements(): Promise<{ readonly depending: number; readonly changes: readonly number[] }> {
    const draws: ElementArrays[] = [];
    let depending = 0;
    for (let index = 0; index < DRAWS && draws.length < ELEMENTS; index++) {
      const inputs = this.#draw(index, 1);
      const count = await this.#depending(inputs);
      if (count === 0) continue;
      draws.push(inputs);
      depending += count / ELEMENTS;
    }
    return { depending, changes: await Promise.all(draws.map((inputs) => this.#changed(inputs))) };
  }

  /** Alters many elements, and then the half that changes more outputs, until one element is left. */
  async farElement(): Promise<{ readonly inputs: ElementArrays; readonly changed: number }> {
    const own = this.#own();
    const altered = this.#draw(0, MANY * own.length)[this.#array] as ElementArray;
    let places = Array.from(altered.keys()).filter((at) => !Object.is(altered[at], own[at]));
    for (;;) {
      const middle = (places.length + 1) >> 1;
      const halves = [places.slice(0, middle), places.slice(middle)].map((half) => {
        const copy = own.slice();
        for (const at of half) copy[at] = altered[at] as number;
        return { half, inputs: { ...this.#subject.inputs, [this.#array]: copy } };
      });
      const [one = 0, other = 0] = await Promise.all(halves.map(({ inputs }) => this.#changed(inputs)));
      const { half, inputs } = halves[one >= other ? 0 : 1] as (typeof halves)[number];
      if (half.length <= 1 || one + other === 0) return { inputs, changed: Math.max(one, other) };
      places = half;
    }
  }

  /** True if most outputs that change have the right values of other places, before and after: a wrong row, for example. */
  async isRightElsewhere(inputs: ElementArrays): Promise<boolean> {
    const { spec, runWith } = this.#subject;
    const expected = await expectedOrNull(this.#subject, inputs);
    const run = await runWith?.(inputs);
    if (!expected || !run) return false;
    let [right, wrong] = [0, 0];
    outputsOf(spec, run, expected).forEach((after, which) => {
      const before = this.#before[which] as Output;
      const places = Array.from(after.want.keys()).filter((at) => !Object.is(after.want[at], before.want[at]));
      const isRight = (one: Output, at: number, place: number) => isAbout(one.got[at], one.want[place]);
      for (let at = 0; at < after.got.length; at++) {
        if (Object.is(after.got[at], before.got[at])) continue;
        if (places.some((place) => isRight(before, at, place) && isRight(after, at, place))) right += 1;
        else wrong += 1;
      }
    });
    return right > wrong;
  }

  /** Returns how many elements an output comes from, divided by how many it should come from. */
  async elementsPerOutput(depending: number): Promise<number> {
    const elements = Math.min(this.#own().length, Math.max(1, (FEW * this.outputs) / depending));
    const draws = Array.from({ length: ELEMENTS }, (_, index) => this.#draw(index, elements));
    const should = await Promise.all(draws.map((inputs) => this.#depending(inputs)));
    const does = await Promise.all(draws.map((inputs) => this.#changed(inputs)));
    return sumOf(does) / sumOf(should);
  }

  #own(): ElementArray {
    return this.#subject.inputs[this.#array] as ElementArray;
  }

  #draw(index: number, elements: number): ElementArrays {
    return drawOf(this.#subject, this.#array, this.#alteration, index, elements / this.#own().length);
  }

  async #depending(inputs: ElementArrays): Promise<number> {
    const expected = await expectedOrNull(this.#subject, inputs);
    return expected ? countDepending(this.#before, outputsOf(this.#subject.spec, this.#subject.before, expected)) : 0;
  }

  /** A run that fails only with these values shows nothing. */
  async #changed(inputs: ElementArrays): Promise<number> {
    const { spec, before, runWith } = this.#subject;
    const after = await runWith?.(inputs);
    if (!after || (isDefined(before) && !isDefined(after))) return 0;
    return countChanged(this.#before, outputsOf(spec, after, this.#known));
  }
}

function isAbout(one = 0, other = 0): boolean {
  return Math.abs(one - other) <= ROUNDED * Math.abs(other);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
