import type { OutputState } from '../host/index.ts';
import { apart, place } from './outputs.ts';
import { type OrderedCalls, wordStreamOrder } from './stream-order.ts';
import { number, plural, type Words } from './text.ts';

/**
 * An output that is right in one order, and wrong in another: of threads and blocks, in which clocks differ too, or of
 * work in several streams.
 */
export interface ReorderedOutput {
  readonly name: string;
  /** What kernels use of all that differs, or `streams` for the order of work in several streams. */
  readonly by: 'order' | 'clock' | 'order-or-clock' | 'streams';
  /** Extents, slowest first. */
  readonly shape: readonly number[];
  /** Of the first wrong element, per dimension. */
  readonly index: readonly number[];
  /** The values of this element in the first order, and in the other; `null` if nothing has written it there. */
  readonly before: number;
  readonly after: number | null;
  readonly wrong: number;
  readonly elements: number;
  /** The most frequent store to the output. */
  readonly store: OutputState['stores'][number] | null;
  /** Of `streams`. */
  readonly calls?: OrderedCalls;
}

/** Words an output that is wrong in another order, of threads and blocks or of work in streams. */
export function wordReordered(output: Omit<ReorderedOutput, 'store'>): Words {
  const { name, by, index, shape, before, after, wrong, elements } = output;
  const where = place(index, shape);
  const element = shape.length === 1 ? where : `the element ${where}`;
  const [first, value] = apart(before, after ?? before);
  const second = after === null ? 'not written' : value;
  const share =
    wrong === elements ? `all ${plural(elements, 'element')}` : `${number(wrong)} of ${number(elements)} elements`;
  const rest = `${share} of ${name} ${wrong === 1 ? 'is' : 'are'} wrong.`;
  if (by === 'streams') return wordStreamOrder({ name, element, first, second, rest }, output.calls);
  if (by === 'clock')
    return {
      message: `The values of ${name} depend on the clock: ${element} is ${first}, and ${second} if the clock has other values. Then ${rest}`,
      hint: 'A clock has other values in each run and on each GPU. Which branch or index depends on it?',
    };
  const what = by === 'order' ? 'the order of the threads' : 'the order of the threads or on the clock';
  return {
    message: `The values of ${name} depend on ${what}: ${element} is ${first} if threads run from the first to the last, and ${second} in the reverse order. CUDA allows both orders. In the reverse order, ${rest}`,
    hint: 'An atomic function makes one update safe, but it does not wait for the updates of other threads. Which line reads the result? All updates must be complete at that point.',
  };
}
