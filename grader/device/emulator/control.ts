import { FIXED_LIMITS } from '../../limits/index.ts';
import type { FaultDetail } from '../device.ts';
import { TamperedRecord } from '../tampered.ts';

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
  ...['influence', 'alterEvery', 'logBytes', 'logEnd', 'logLost'],
  'reversed',
] as const;

export type Field = (typeof FIELDS)[number];

const MAGIC = 0x454d553a;
const INDEX: ReadonlyMap<Field, number> = new Map(FIELDS.map((field, index) => [field, index]));

/** Addresses and sizes that the module sets when it is opened: nothing that runs later decides them. */
const FIXED: readonly Field[] = [
  ...(['heap', 'heapBytes', 'state', 'shared', 'sharedBytes', 'sharedState', 'faults', 'variables'] as const),
  ...(['sharedRanges', 'places', 'siteStores', 'arguments', 'argumentBytes', 'print', 'counters'] as const),
  ...(['poolBytes', 'crowdingLimit', 'hostRanges', 'hostRangeLimit', 'tracked', 'trackedLimit', 'storers'] as const),
  ...(['textures', 'textureLimit', 'firstAddress', 'predecessors', 'predecessorLimit'] as const),
];
/** What only the device sets: it knows without asking. */
const OWN: ReadonlySet<Field> = new Set<Field>([
  ...(['deviceHeap', 'deviceHeapBytes', 'siteCount', 'hostRangeCount', 'trackedCount'] as const),
]);
/** The most that a launch leaves in a field that counts rows or bytes of a table. */
const MOST: ReadonlyMap<Field, number> = new Map<Field, number>([
  ['faultCount', 256],
  ['printBytes', FIXED_LIMITS.devicePrintBytes],
]);

/**
 * Device code that gets around the checks can write here. So what the module or the device has set is kept on this side,
 * and every other number is looked at before it is used as a count or an address.
 */
export class Control {
  readonly #view: DataView;
  readonly #address: number;
  readonly #known = new Map<Field, number>();

  constructor(memory: WebAssembly.Memory, address: number) {
    this.#view = new DataView(memory.buffer);
    this.#address = address;
    if (this.get('magic') !== MAGIC) throw new Error('the emulator module and this program are of different versions');
    for (const field of FIXED) this.#known.set(field, this.#read(field));
  }

  /** @throws TamperedRecord if it counts more than there can be */
  get(field: Field): number {
    const known = this.#known.get(field);
    if (known !== undefined) return known;
    const value = this.#read(field);
    if (value > (MOST.get(field) ?? Number.POSITIVE_INFINITY)) throw new TamperedRecord(`control: ${field}`);
    return value;
  }

  /**
   * The address of a table that the module makes while it runs; 0 if there is none.
   * @throws TamperedRecord if so many bytes there are not in memory, or the address is not aligned
   */
  table(field: Field, bytes: number, alignment: number): number {
    const address = this.get(field);
    if (address === 0) return 0;
    if (address % alignment !== 0 || address + bytes > this.#view.byteLength)
      throw new TamperedRecord(`control: ${field}`);
    return address;
  }

  set(field: Field, value: number): void {
    if (OWN.has(field)) this.#known.set(field, value >>> 0);
    this.#view.setUint32(this.#at(field), value, true);
  }

  #read(field: Field): number {
    return this.#view.getUint32(this.#at(field), true);
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
  'read-only-cache',
] as const satisfies readonly (FaultDetail | null)[];

export const FAULT_BYTES = 64;
/** Rows of the fault table, sites of the tables by site, bytes for device printf. */
export const MAX_FAULTS = 256;
/** The rows that are kept for kinds of faults without a row. */
export const KEPT_FAULTS = 64;
export const MAX_SITES = 65536;
/** Stamps in the cells have so many epochs. */
export const EPOCHS = 2 ** 20;
export const PRINT_BYTES = FIXED_LIMITS.devicePrintBytes;

/** Bits of `ordering`. */
export const ORDERING = { globalAtomic: 1, clock: 2, blocksWait: 4, anyAtomic: 8 } as const;
/** Bits of `reversed`. */
export const REVERSED = { threads: 1, blocks: 2, residentBlocks: 4 } as const;

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
  'globalAtomicRequests',
  'globalAtomicSectors',
  'textureRequests',
  'textureSectors',
  'constantLoadRequests',
  'constantLoadSectors',
] as const;

/** The sums that native/emulator/runtime/work.c keeps, in its order, as fields of `LaunchWork`. */
export const WORK_NAMES = [
  'threads',
  'accesses',
  'squaredAccesses',
  'stores',
  'squaredStores',
  'columnMost',
  'rowMost',
  'sharedLoads',
  'sharedMost',
  'atomicThreads',
  'hostBytes',
] as const;

/** How many numbers of a launch are added up where its blocks ran in parts. */
export const TOTALS = COUNTER_NAMES.length + WORK_NAMES.length;

/** Only launches that use them have these: most have none. */
export const RARE_COUNTERS: ReadonlySet<string> = new Set(COUNTER_NAMES.slice(10));

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
  'calls',
  'blocks',
  'kind',
] as const;
