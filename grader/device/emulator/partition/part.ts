import type { Kernel } from '../../../compile/index.ts';
import type { LaunchRequest } from '../../device.ts';
import type { MachineProgram, TrackedRange } from '../machine.ts';

/** Consecutive blocks of a launch, for another instance of the module to run. All of it is plain data. */
export interface Part {
  readonly kernel: Kernel;
  readonly request: LaunchRequest;
  /** What is left of the budget before the part. */
  readonly steps: number;
  readonly firstBlock: number;
  readonly blocks: number;
  /** Of memory that is zero elsewhere, what it holds before the part: data and states. */
  readonly memory: readonly { readonly address: number; readonly bytes: Uint8Array }[];
  /** Memory that the launch may store to. */
  readonly watched: readonly Range[];
  /** Memory whose stores are counted. */
  readonly tracked: readonly TrackedRange[];
}

export interface Range {
  readonly address: number;
  readonly bytes: number;
  /** Where its states are; null for a device variable, which has none. */
  readonly state: number | null;
}

/** What a part that ran to its end did. */
export interface PartResult {
  /** What is left of its budget. */
  readonly steps: number;
  /** Threads and blocks that stored, for each slot. */
  readonly storers: Uint32Array;
  readonly sharedLoads: number;
  readonly ordering: number;
  /** Bytes of the pool that cells made on demand took. */
  readonly poolUsed: number;
  /** Of what the runtime keeps in tables about crowded words: how many entries. */
  readonly crowding: number;
  /** Epochs that its blocks took. */
  readonly epochs: number;
  readonly faults: Uint8Array;
  readonly printed: Uint8Array;
  /** For each slot, stores by site. */
  readonly siteStores: readonly Uint32Array[];
  readonly counters: BigUint64Array;
  /** `SITE_COUNTER_NAMES` of each site; empty where nothing was counted. */
  readonly siteCounters: BigUint64Array;
  /** `SAMPLE_WORDS` of each site; empty where none were kept. */
  readonly siteSamples: Uint32Array;
  /** For each range that is watched; null where the part did not come near it. */
  readonly ranges: readonly (TouchedRange | null)[];
}

export interface TouchedRange {
  /** A byte a word: the lower four bits for bytes read, the upper ones for bytes stored to. */
  readonly footprint: Uint8Array;
  readonly data: Uint8Array;
  readonly states: Uint8Array | null;
}

/** Somebody who can run parts while the caller does something else. */
export interface Helper {
  /** @param device - tells devices apart: a helper keeps its instance of the module while it stays the same */
  begin(device: HelpedDevice, part: Part): void;
  /** @returns null where it has not ended after so long, or ended in a way that counts for nothing */
  result(waitMs: number): PartResult | null;
  /** Gives the helper back. What it may still be doing is of no use any more. */
  release(): void;
}

export interface HelpedDevice {
  readonly id: number;
  readonly program: MachineProgram;
  readonly module: WebAssembly.Module;
}

export interface Helpers {
  /**
   * Those that can begin at once, each on a processor of its own. Never waits.
   * @param expectedMs - how long the work will probably take one processor; for a long one helpers are got ready
   */
  take(expectedMs: number): readonly Helper[];
}
