import { number, plural } from './text.ts';

interface Substituted {
  readonly text: string;
  readonly numbers: string;
  readonly value: bigint;
}

/**
 * Returns the sentences on the index of an access outside of an array, and on the condition that let the thread through:
 * `The index i + n is 1 + 2 = 3, and x has 3 elements: 0 to 2.`
 */
export function wordAccessValues({
  array,
  index,
  elements,
  guard,
}: {
  readonly array: string;
  readonly index: Substituted;
  readonly elements: number;
  readonly guard: {
    readonly line: number;
    readonly kind: 'around' | 'before';
    readonly condition: Substituted;
  } | null;
}): string[] {
  const { text, numbers, value } = index;
  const computed = /^[\w.]+$/.test(text) ? `${value}` : `${numbers} = ${value}`;
  const range = elements === 1 ? 'only element 0' : `${plural(elements, 'element')}, 0 to ${number(elements - 1)}`;
  const isIndex = text === `${value}` ? `The index is ${value}` : `The index ${text} is ${computed}`;
  const sentences = [`${isIndex}, and ${array} has ${range}.`];
  if (guard) {
    const { line, kind, condition } = guard;
    const what = `${condition.text} is ${condition.numbers}`;
    sentences.push(
      kind === 'around'
        ? `The condition in line ${line} lets this thread through: ${what} here, which is true.`
        : `The condition in line ${line} does not stop this thread: ${what} here, which is false.`,
    );
  }
  return sentences;
}
