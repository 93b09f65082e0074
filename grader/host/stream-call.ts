/** A call of the runtime, or a node of a graph, as far as it matters to the order between streams. */
export type StreamCall =
  /** Work in a stream. Stream 0 is the legacy default stream. */
  | {
      readonly kind: 'work';
      readonly stream: number;
      /** True if the stream and the legacy default stream wait for each other. */
      readonly isBlocking: boolean;
      /** True if the call may return before work that host code cannot see from here, such as a kernel, is done. */
      readonly isAsync: boolean;
      /** True if bytes that it reads from the device go to page-locked memory. */
      readonly toPinned: boolean;
      readonly name: string;
      /** The number of its first step in the launch plan. */
      readonly step: number;
    }
  | { readonly kind: 'record' | 'wait'; readonly stream: number; readonly isBlocking: boolean; readonly event: number }
  /** Host code waits for a stream, or finds out that its work is done. */
  | { readonly kind: 'stream-done'; readonly stream: number; readonly isBlocking: boolean }
  | { readonly kind: 'event-done'; readonly event: number }
  /** A graph is launched. Its nodes follow, up to `graph-end`. */
  | { readonly kind: 'graph'; readonly stream: number; readonly isBlocking: boolean; readonly graph: number }
  /** `after` are the numbers of nodes of this launch. */
  | {
      readonly kind: 'node';
      readonly number: number;
      readonly after: readonly number[];
      readonly name: string;
      readonly step: number;
    }
  | { readonly kind: 'graph-end' }
  /** Everything before it is done: a call that waits for the device, or one of which this is not known. */
  | { readonly kind: 'all-done' };
