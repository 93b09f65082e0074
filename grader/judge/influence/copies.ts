import type { ElementArrays } from '../../spec/index.ts';
import { type Expected, inputsOf, type Output, type Subject } from './outputs.ts';

/** An output is a copy if this share of the elements that should be something else equals the input. */
const SAME = 0.95;
/** Elements that should be something else: with fewer a copy cannot be told from a mistake at an edge. */
const ENOUGH = 16;
/** Relative error of a product in float32. */
const ROUNDED = 1e-5;

/**
 * Returns the input that the outputs are a copy of, element by element, or a constant multiple of; from its beginning
 * again if it is shorter. Only elements count whose expected value is another one.
 * @returns `null` if there is none
 */
export function copiedInput(spec: Subject['spec'], inputs: ElementArrays, outputs: readonly Output[]): string | null {
  for (const { name } of inputsOf(spec)) {
    const input = inputs[name];
    if (!input || input.length === 0) continue;
    let [other, same] = [0, 0];
    for (const { got, want, written } of outputs) {
      const factor = factorOf(got, input);
      // A constant, which is no copy.
      if (factor === 0) return null;
      for (let index = 0; index < want.length; index++) {
        const copy = factor * (input[index % input.length] as number);
        if (isAbout(copy, want[index] as number)) continue;
        other += 1;
        if (written[index] && isAbout(copy, got[index] as number)) same += 1;
      }
    }
    if (other >= ENOUGH && same >= SAME * other) return name;
  }
  return null;
}

/** True if the outputs are right for other inputs: each of them is the named one. A mix-up of inputs is no copy. */
export async function isMixUp(
  { spec, inputs, expected }: Pick<Subject, 'spec' | 'inputs' | 'expected'>,
  outputs: readonly Output[],
  name: string,
): Promise<boolean> {
  const input = inputs[name];
  const others = inputsOf(spec).filter((each) => each.name !== name && inputs[each.name]?.length === input?.length);
  if (!input || others.length === 0) return false;
  const mixed: Expected = await expected({
    ...inputs,
    ...Object.fromEntries(others.map((each) => [each.name, input])),
  });
  return outputs.every(({ parameter, got }) =>
    got.every((value, index) => isAbout(mixed[parameter.name]?.[index] ?? Number.NaN, value)),
  );
}

/** The median of the quotients of the first elements. */
function factorOf(got: ArrayLike<number>, input: ArrayLike<number>): number {
  const quotients: number[] = [];
  for (let index = 0; index < Math.min(got.length, input.length) && quotients.length < ENOUGH; index++) {
    const quotient = (got[index] as number) / (input[index] as number);
    if (Number.isFinite(quotient)) quotients.push(quotient);
  }
  return quotients.sort((a, b) => a - b)[quotients.length >> 1] ?? 1;
}

function isAbout(one: number, other: number): boolean {
  return Object.is(one, other) || Math.abs(one - other) <= ROUNDED * Math.abs(one);
}
