import { viewElements } from '../checks/compare/index.ts';
import { type ElementArray, elementBytes } from '../spec/index.ts';
import { type Expected, inputsOf, outputsOf, type Subject, stored, writtenElements } from './outputs.ts';

/** An output is a copy if this share of the elements that should be something else equals the input. */
const SAME = 0.9;
/** Elements that should be something else: with fewer a copy cannot be told from a mistake at an edge. */
const ENOUGH = 16;

/**
 * Returns the input that the outputs are a copy of, element by element, from its beginning again if it is shorter. Only
 * elements count whose expected value is another one.
 * @returns `null` if there is none
 */
export function copiedInput(
  { spec, inputs, before }: Pick<Subject, 'spec' | 'inputs' | 'before'>,
  expected: Expected,
): string | null {
  const outputs = outputsOf(spec).flatMap((parameter) => {
    const output = before.outputs.find(({ name }) => name === parameter.name);
    const want = expected[parameter.name];
    if (!output || !want || output.bytes.length !== want.length * elementBytes(parameter.type)) return [];
    const got = viewElements(output.bytes, parameter.type);
    return [{ parameter, got, want: stored(want, parameter), written: writtenElements(output, parameter) }];
  });
  for (const { name } of inputsOf(spec)) {
    const input = inputs[name];
    if (!input || input.length === 0) continue;
    let [other, same] = [0, 0];
    for (const { parameter, got, want, written } of outputs) {
      const copy = stored(repeated(input, want.length), parameter);
      for (let index = 0; index < want.length; index++) {
        if (copy[index] === want[index]) continue;
        other += 1;
        if (written[index] && got[index] === copy[index]) same += 1;
      }
    }
    if (other >= ENOUGH && same >= SAME * other) return name;
  }
  return null;
}

function repeated(elements: ElementArray, length: number): Float64Array {
  return Float64Array.from({ length }, (_, index) => elements[index % elements.length] as number);
}
