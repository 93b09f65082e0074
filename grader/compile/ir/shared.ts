import { SHARED_BYTES } from '../../abi/index.ts';
import { roundUp } from './read/index.ts';

/** The unused bytes after each array. */
const GAP = 256;

export interface SharedRequest {
  readonly bytes: number;
  /** Kernels that can reach the array. */
  readonly users: ReadonlySet<string>;
}

export interface SharedPlacement {
  /** A multiple of 256 each, with at least 256 unused bytes after the array. */
  readonly offsets: readonly number[];
  /** Where dynamic shared memory begins. */
  readonly next: number;
}

/**
 * Places the shared arrays of a module in the block's shared region, one after the other. Where they do not fit, arrays
 * that no kernel uses together share a place.
 */
export function placeShared(requests: readonly SharedRequest[]): SharedPlacement {
  const apart = place(requests, () => true);
  // What a block may have at most (227 KiB on compute capability 9.0) must fit behind them.
  if (apart.next <= SHARED_BYTES / 2) return apart;
  return place(requests, (a, b) => [...a.users].some((user) => b.users.has(user)));
}

function place(
  requests: readonly SharedRequest[],
  together: (a: SharedRequest, b: SharedRequest) => boolean,
): SharedPlacement {
  const placed: { readonly request: SharedRequest; readonly start: number; readonly end: number }[] = [];
  for (const request of requests) {
    const neighbours = placed.filter((other) => together(request, other.request)).sort((a, b) => a.start - b.start);
    let start = 0;
    for (const other of neighbours) {
      if (start + extent(request) <= other.start) break;
      start = Math.max(start, other.end);
    }
    placed.push({ request, start, end: start + extent(request) });
  }
  return { offsets: placed.map(({ start }) => start), next: Math.max(0, ...placed.map(({ end }) => end)) };
}

function extent({ bytes }: SharedRequest): number {
  return roundUp(Math.max(1, bytes) + GAP, GAP);
}
