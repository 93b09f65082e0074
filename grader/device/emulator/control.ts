import {
  ABI_VERSION,
  CONTROL,
  CONTROL_OPENED,
  COUNTER_NAMES,
  MAX_FAULTS,
  otherAbi,
  PRINT_BYTES,
  SITE_SAMPLE_BYTES,
  WORK_NAMES,
} from '../../abi/index.ts';
import { TamperedRecord } from '../tampered.ts';

/** A field of the device module's control table. */
export type Field = keyof typeof CONTROL;

/** What only the device sets: it knows without asking. */
const OWN: ReadonlySet<Field> = new Set<Field>([
  ...(['deviceHeap', 'deviceHeapBytes', 'siteCount', 'hostRangeCount', 'trackedCount'] as const),
]);
/** The most that a launch leaves in a field that counts rows or bytes of a table. */
const MOST: ReadonlyMap<Field, number> = new Map<Field, number>([
  ['faultCount', MAX_FAULTS],
  ['printBytes', PRINT_BYTES],
]);

/**
 * Device code that gets around the checks can write here. So what the module or the device has set is kept on this side,
 * and every other number is looked at before it is used as a count or an address.
 */
export class Control {
  readonly #view: DataView;
  readonly #address: number;
  readonly #known = new Map<Field, number>();

  /** @throws Error if the module was made for another version of the ABI */
  constructor(memory: WebAssembly.Memory, address: number) {
    this.#view = new DataView(memory.buffer);
    this.#address = address;
    const version = this.#read('version');
    if (version !== ABI_VERSION) throw new Error(otherAbi('the device module', version));
    for (const field of CONTROL_OPENED) this.#known.set(field, this.#read(field));
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
    return this.#address + CONTROL[field];
  }
}

/** How many numbers of a launch are added up where its blocks ran in parts. */
export const TOTALS: number = COUNTER_NAMES.length + WORK_NAMES.length;

/** The counters that only launches that use them have: most have none. */
export const RARE_COUNTERS: ReadonlySet<string> = new Set(
  COUNTER_NAMES.slice(COUNTER_NAMES.indexOf('globalAtomicRequests')),
);

/** The words of a site's sample. */
export const SAMPLE_WORDS: number = SITE_SAMPLE_BYTES / 4;
