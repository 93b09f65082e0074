import type { Stream } from './module/output.ts';
import type { StreamCall } from './stream-call.ts';
import type { Trace } from './traces.ts';

/** A buffer in device memory, by its number, or an output in host memory, by its name. */
export type Place = number | string;

/** Receives, in order, what a run does besides its calls to the device: a replay does the same. */
export interface Observer {
  /** Host code is about to start; its memory may grow later. */
  started(memory: () => ArrayBufferLike): void;
  /** An input or output is in host memory, with this content. */
  placed(name: string, address: number, content: Uint8Array): void;
  /** Host code has ended: what follows only looks. */
  ended(): void;
  /** Content of one place was copied to another. */
  copied(to: Place, from: Place): void;
  /** Content that was read last is in host memory now, at this address. */
  arrived(address: number, from: Place | null, position: Trace): void;
  printed(stream: Stream, bytes: Uint8Array): void;
  /** A fault of host code, the first of its kind at its place. */
  hostFault(): void;
  /** A launch of host code is on record, with this index. */
  launched(index: number): void;
  /** A call that matters to the order between streams begins. Only of programs that create streams. */
  ordered(call: StreamCall): void;
  /** The call has ended. */
  orderedEnded(): void;
}

export const NO_OBSERVER: Observer = {
  started: () => {},
  placed: () => {},
  ended: () => {},
  copied: () => {},
  arrived: () => {},
  printed: () => {},
  hostFault: () => {},
  launched: () => {},
  ordered: () => {},
  orderedEnded: () => {},
};
