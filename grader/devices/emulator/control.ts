import { FIXED_LIMITS } from '../../limits/index.ts';

/**
 * The device module's control table: the one place where the two sides meet. Field order is that of
 * native/emulator/runtime/control.h; MAGIC tells when the two do not belong together.
 */
const FIELDS = [
  'magic',
  ...['heap', 'heapBytes', 'state', 'shared', 'sharedBytes', 'sharedState'],
  ...[
    'faults',
    'variables',
    'sharedRanges',
    'places',
    'siteStores',
    'arguments',
    'argumentBytes',
    'print',
    'counters',
    'siteCounters',
  ],
  ...[
    'kernel',
    'gridX',
    'gridY',
    'gridZ',
    'blockX',
    'blockY',
    'blockZ',
    'suspends',
    'counting',
    'variableCount',
    'sharedRangeCount',
  ],
  ...['siteCount', 'stepsLow', 'stepsHigh'],
  ...['cooperative', 'maxResident'],
  'stop',
  ...['faultCount', 'faultsLost', 'sharedLoads', 'printBytes', 'printLost', 'lastLoop'],
  ...['thread', 'block'],
  ...['assertExpression', 'assertFile', 'assertLine', 'assertFunction'],
  'unchecked',
  'storedTo',
  'countersLost',
  ...['firstBlock', 'sliceBlocks'],
  'ordering',
  ...['poolUsed', 'poolBytes'],
  ...['crowding', 'crowdingLimit'],
  ...['epoch', 'epochsRanOut', 'epochs', 'epochsElsewhere'],
  ...['hostRanges', 'hostRangeLimit', 'hostRangeCount'],
  ...['deviceHeap', 'deviceHeapBytes'],
  ...['tracked', 'trackedLimit', 'trackedCount', 'storers'],
  'siteSamples',
  ...['textures', 'textureLimit'],
  'firstAddress',
  ...['byKernel', 'firstBlockNumber', 'predecessors', 'predecessorLimit', 'predecessorCount', 'tookOver'],
  ...['mayNest', 'launchLimit', 'pendingLimit'],
  ...['launches', 'launchCount', 'generation'],
  'undefinedIsZero',
] as const;

export type Field = (typeof FIELDS)[number];

const MAGIC = 0x454d5538;
const INDEX: ReadonlyMap<Field, number> = new Map(FIELDS.map((field, index) => [field, index]));

export class Control {
  readonly #view: DataView;
  readonly #address: number;

  constructor(memory: WebAssembly.Memory, address: number) {
    this.#view = new DataView(memory.buffer);
    this.#address = address;
    if (this.get('magic') !== MAGIC) throw new Error('the emulator module and this program are of different versions');
  }

  get(field: Field): number {
    return this.#view.getUint32(this.#at(field), true);
  }

  set(field: Field, value: number): void {
    this.#view.setUint32(this.#at(field), value, true);
  }

  #at(field: Field): number {
    return this.#address + 4 * (INDEX.get(field) ?? 0);
  }
}

/** `rule` and `detail` of a fault row, by the numbers of control.h. */
export const RULE_NAMES = [
  null,
  'out-of-bounds-read',
  'out-of-bounds-write',
  'uninitialized-read',
  'shared-out-of-bounds',
  'local-out-of-bounds',
  'misaligned-access',
  'use-after-free',
  'host-device-pointer',
  'shared-race',
  'global-race',
  'barrier-divergence',
  'timeout',
  'stack-overflow',
  'device-assert',
  'device-trap',
  'launch-error',
  'double-free',
] as const;

export const DETAIL_NAMES = [
  null,
  'same-value',
  'between-blocks',
  'inside-block',
  'exited',
  'different-barriers',
  'warp-function',
  'constant',
  'null-pointer',
  'index-wrap',
  'warp-lockstep',
  'missing-fence',
  'spin',
  'not-resident',
  'grid-sync',
  'not-cooperative',
  'not-allocated',
  'not-in-mask',
  'tile-pointer',
  'tile-stride',
  'unfilled-factor',
  'unfilled-sum',
  'whole-warp',
  'tile-arguments',
  'narrow-scope',
  'exited-grid',
  'texture-cache',
  'no-object',
  'destroyed-object',
  'other-object',
  'beyond-surface',
  'beyond-surface-row',
  'launch-no-kernel',
  'launch-zero-size',
  'launch-grid',
  'launch-block',
  'launch-shared',
  'launch-arguments',
  'launch-stream',
  'launch-depth',
  'launch-pending',
] as const;

export const FAULT_BYTES = 64;
/** Rows of the fault table, sites of the tables by site, bytes for device printf. */
export const MAX_FAULTS = 256;
export const MAX_SITES = 65536;
/** Stamps in the cells have so many epochs. */
export const EPOCHS = 2 ** 20;
export const PRINT_BYTES = FIXED_LIMITS.devicePrintBytes;

/** Bits of `ordering`. */
export const ORDERING = { globalAtomic: 1, clock: 2, blocksWait: 4 } as const;

/** Totals, in the order of counters.c, by the names of the result contract. */
export const COUNTER_NAMES = [
  'globalLoadRequests',
  'globalLoadSectors',
  'globalStoreRequests',
  'globalStoreSectors',
  'sharedLoadInstructions',
  'sharedLoadWavefronts',
  'sharedStoreInstructions',
  'sharedStoreWavefronts',
  'sharedLoadBankConflicts',
  'sharedStoreBankConflicts',
] as const;

/** Words of a site's sample, in the order of samples.c: what precedes the addresses of 32 lanes. */
export const SITE_SAMPLE = ['rank', 'lanes', 'how', 'block', 'warp'] as const;
export const SAMPLE_WORDS = SITE_SAMPLE.length + 32;

/** Numbers of a site, in the order of counters.c; the last tells what kind of access it is, and is no count. */
export const SITE_COUNTERS = [
  'requests',
  'units',
  'bankConflicts',
  'lines',
  'newSectors',
  'newRequests',
  'meetings',
  'kind',
] as const;
