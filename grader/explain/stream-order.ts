import type { DetailOf, StreamsStop } from '../result/index.ts';
import { named, verb } from './accesses.ts';
import type { Facts } from './faults.ts';
import { number, type Words } from './text.ts';

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

/** Words two calls in different streams that use the same bytes. */
export function wordStreamRace({ detail, related }: Facts<'stream-race'>): Words {
  const { call, other, from, bytes } = detail;
  const buffer = detail.buffer ? named(detail.buffer) : 'memory';
  const range =
    from === undefined || bytes === undefined || bytes < 1
      ? buffer
      : `bytes ${number(from)} to ${number(from + bytes - 1)} of ${buffer}`;
  const line = related?.[0]?.line;
  const name = line === undefined ? `\`${other.name}\`` : `\`${other.name}\` (line ${line})`;
  const [does, alsoDoes] = [call, other].map(
    (one) => `in ${streamText(one.stream)} ${poolVerb(one.name) ?? verb(one.access)}`,
  );
  const also = poolVerb(other.name) || poolVerb(call.name) ? '' : ' too';
  return {
    message: `\`${call.name}\` ${does} ${range}. ${name} ${alsoDoes} them${also}, and nothing orders the two calls.`,
    hint: isOfPool(detail)
      ? 'Memory of a stream can be used from its allocation to its free, in the order of that stream. Which event must the other stream wait for?'
      : 'Work in two streams is ordered only by an event or a synchronization. Which stream must wait for the other one?',
  };
}

function isOfPool({ call, other }: DetailOf<'stream-race'>): boolean {
  return [call, other].some(({ name }) => poolVerb(name) !== null);
}

/** Says what a call does to memory of a stream; `null` if it only uses the memory. */
function poolVerb(name: string): string | null {
  if (name === 'cudaFreeAsync') return 'frees';
  return /^cudaMalloc\w*Async$/.test(name) ? 'allocates' : null;
}

function streamText(stream: number): string {
  return stream === 0 ? 'the default stream' : `stream ${stream}`;
}

const STOPPED: Readonly<Record<StreamsStop['reason'], string>> = {
  'launches-kernels': 'launches kernels',
  'open-calls': 'is the last of 4,096 calls that nothing waits for',
  bytes: 'exceeds the memory that is reserved for this check',
};

/** `Races between streams are not checked from line 12 on, because `parent` launches kernels.` */
export function wordStreamsStop({ reason, call, line }: StreamsStop): string {
  const from = line === undefined ? '' : ` from line ${number(line)} on`;
  return `Races between streams are not checked${from}, because \`${call}\` ${STOPPED[reason]}.`;
}
