import type { Facts } from './faults.ts';
import { apart, place } from './outputs.ts';
import { wordStreamOrder } from './stream-order.ts';
import { number, plural, type Words } from './text.ts';

/** Words an output that is wrong in another order, of threads and blocks or of work in streams. */
export function wordReordered({ detail }: Facts<'order-dependent'>): Words {
  const { output: name, by, dimensions, index, before, after, wrong, elements, calls } = detail;
  const where = place(index, dimensions);
  const element = dimensions === 1 ? where : `the element ${where}`;
  const [first, value] = apart(before, after ?? before);
  const second = after === null ? 'not written' : value;
  const share =
    wrong === elements ? `all ${plural(elements, 'element')}` : `${number(wrong)} of ${number(elements)} elements`;
  const rest = `${share} of ${name} ${wrong === 1 ? 'is' : 'are'} wrong.`;
  if (by === 'streams') return wordStreamOrder({ name, element, first, second, rest }, calls);
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
