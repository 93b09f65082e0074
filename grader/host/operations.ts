import type { BufferRole, DevicePointer, HostRange, LaunchRequest, TextureObject } from '../device/index.ts';
import type { Stream } from './module/output.ts';
import type { Place } from './observer.ts';
import type { StreamCall } from './stream-call.ts';
import type { Trace } from './traces.ts';

/** One step of a recording: a call to the device, or what host code did around such calls. */
export type Operation =
  | {
      readonly kind: 'alloc';
      readonly bytes: number;
      readonly label: string;
      readonly role: BufferRole;
      readonly pointer: DevicePointer | null;
    }
  | { readonly kind: 'free' | 'suspend' | 'resume'; readonly pointer: DevicePointer }
  /** `host` is where the bytes were in host memory; null for bytes of the runtime's own. */
  | {
      readonly kind: 'write';
      readonly pointer: DevicePointer;
      readonly content: Uint8Array;
      readonly host: number | null;
    }
  | {
      readonly kind: 'read';
      readonly pointer: DevicePointer;
      readonly content: Uint8Array;
      readonly host: number | null;
    }
  | { readonly kind: 'poison'; readonly pointer: DevicePointer; readonly content: Uint8Array }
  | { readonly kind: 'copy'; readonly to: DevicePointer; readonly from: DevicePointer; readonly bytes: number }
  | { readonly kind: 'set'; readonly pointer: DevicePointer; readonly value: number; readonly bytes: number }
  | { readonly kind: 'launch'; readonly request: LaunchRequest; readonly error: number }
  | { readonly kind: 'map-host'; readonly ranges: readonly HostRange[] }
  | { readonly kind: 'texture'; readonly object: TextureObject }
  | { readonly kind: 'pending-launches' | 'malloc-heap'; readonly value: number }
  /** Host code around the calls, as `Observer` has it. */
  | { readonly kind: 'copied'; readonly to: Place; readonly from: Place }
  | { readonly kind: 'arrived'; readonly address: number; readonly from: Place | null; readonly position: Trace }
  | { readonly kind: 'printed'; readonly stream: Stream; readonly bytes: Uint8Array }
  | { readonly kind: 'host-fault' }
  | { readonly kind: 'launched'; readonly index: number };

/** A call that matters to the order between streams, with its operations: from the first, up to and without `to`. */
export interface Ordered {
  readonly call: StreamCall;
  readonly from: number;
  readonly to: number;
}

/** Such calls kept of one run: of one with more, the order is not looked at. */
export const MOST_ORDERED = 2_000;
/** Calls kept of one run. */
export const MOST_OPERATIONS = 1_000_000;
/** Calls kept of a run on tokens: one that makes more most likely waits for a result. */
export const MOST_BLIND_OPERATIONS = 50_000;
/** Bytes of content kept of one run. */
export const MOST_BYTES: number = 256 << 20;
