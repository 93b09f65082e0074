import type { DetailOf } from '../result/index.ts';
import type { Words } from './text.ts';

type OrderedCalls = NonNullable<DetailOf<'order-dependent'>['calls']>;
type OrderedCall = OrderedCalls['first'];

/** The parts of a sentence about an output: the element, its two values, and how much of the output is wrong. */
export interface Difference {
  readonly name: string;
  readonly element: string;
  readonly first: string;
  readonly second: string;
  readonly rest: string;
}

/** Words an output that is wrong if the work of several streams runs in another order. */
export function wordStreamOrder(
  { name, element, first, second, rest }: Difference,
  calls: OrderedCalls | undefined,
): Words {
  const message = `The values of ${name} depend on the order of the streams: ${element} is ${first} in the order of the calls, and ${second} in another order. CUDA allows both orders. In the other order, ${rest}`;
  if (!calls)
    return {
      message,
      hint: 'Work in two streams is ordered only by an event or a synchronization. Which stream must wait for another one?',
    };
  const where = streamsOf(calls.first, calls.second);
  const [one, other] = [callText(calls.first), callText(calls.second)];
  return {
    message,
    hint: `${one} and ${other} are ${where}. Without an event or a synchronization, the second one can run first.${memoryOf(calls)} Which call must wait for the other one?`,
  };
}

function streamsOf(first: OrderedCall, second: OrderedCall): string {
  if (first.isInDefaultStream) return 'in the default stream and in a non-blocking stream';
  return second.isInDefaultStream ? 'in a non-blocking stream and in the default stream' : 'not ordered';
}

/** When the memory of a pool can be used. */
function memoryOf({ first, second }: OrderedCalls): string {
  if (second.name === 'cudaFreeAsync') return ' Its stream frees the memory without waiting for other streams.';
  if (!/^cudaMalloc\w*Async$/.test(first.name)) return '';
  return ' Other streams can use the memory only after the allocation in its stream.';
}

function callText({ name, line }: OrderedCall): string {
  return line === undefined ? `\`${name}\`` : `\`${name}\` (line ${line})`;
}
