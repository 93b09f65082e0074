import { FAULT_BYTES, MAX_SITES, ORDERING, SITE_COUNTER_NAMES, STORER_COUNT_BYTES } from '../../../abi/index.ts';
import { SAMPLE_WORDS, TOTALS } from '../control.ts';
import { Machine } from '../machine.ts';
import { footprintOf } from './footprint.ts';
import { ClockPace } from './pace.ts';
import type { HelpedDevice, Part, PartResult, Range } from './part.ts';

/** Runs parts of launches: the other end of a `Helper`. */
export class PartRunner {
  #device: HelpedDevice | null = null;
  #machine: Machine | null = null;
  #filled: readonly (readonly [address: number, bytes: number])[] = [];

  /**
   * @param isCancelled - asked from time to time
   * @returns null where the outcome of these blocks may not be what it is after the ones before them: they run again
   */
  run(device: HelpedDevice, part: Part, isCancelled: () => boolean): PartResult | null {
    const machine = this.#machineOf(device);
    const poolBefore = machine.control.get('poolUsed');
    this.#fill(machine, part.memory);
    // Its blocks wait for none: where they do, they run elsewhere.
    machine.describe(part.kernel, part.request, part.steps, 1, part.tracked);
    try {
      if (!runBlocks(machine, part, isCancelled)) return null;
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError || error instanceof RangeError)) throw error;
      // A trap. The stack and the scheduler are left as they are: this instance has had its day.
      this.#machine = null;
      return null;
    }
    if (!isIndependent(machine)) return null;
    const poolUsed = machine.control.get('poolUsed') - poolBefore;
    return { ...resultOf(machine, part), poolUsed };
  }

  #machineOf(device: HelpedDevice): Machine {
    if (this.#machine && this.#device?.id === device.id && !isCrowded(this.#machine)) return this.#machine;
    this.#device = device;
    this.#filled = [];
    this.#machine = new Machine(device.program, device.module);
    return this.#machine;
  }

  #fill(machine: Machine, memory: Part['memory']): void {
    for (const [address, bytes] of this.#filled) machine.bytes(address, bytes).fill(0);
    for (const { address, bytes } of memory) machine.bytes(address, bytes.length).set(bytes);
    this.#filled = memory.map(({ address, bytes }) => [address, bytes.length]);
  }
}

/** Cells made on demand stay: before they fill the pool, a new instance takes over. */
function isCrowded({ control }: Machine): boolean {
  return control.get('poolUsed') > control.get('poolBytes') / 4;
}

function runBlocks(machine: Machine, { firstBlock, blocks }: Part, isCancelled: () => boolean): boolean {
  const { control, exports } = machine;
  const pace = new ClockPace();
  control.set('firstBlock', firstBlock);
  for (let done = 0; done < blocks; ) {
    if (isCancelled()) return false;
    const slice = pace.slice(done, blocks);
    control.set('sliceBlocks', slice);
    if (done === 0) exports.__emu_run();
    else exports.__emu_continue();
    done += slice;
  }
  return true;
}

/** Nothing was seen that is counted or told in the order of all blocks, and nothing was lost. */
function isIndependent({ control }: Machine): boolean {
  const lost = ['unchecked', 'countersLost', 'printLost', 'faultsLost'] as const;
  return (
    lost.every((field) => control.get(field) === 0) &&
    (control.get('ordering') & (ORDERING.clockRead | ORDERING.blocksWait)) === 0
  );
}

function resultOf(machine: Machine, { watched, request, tracked }: Part): Omit<PartResult, 'poolUsed'> {
  const { control } = machine;
  const copy = (address: number, bytes: number) => machine.bytes(address, bytes).slice();
  const sites = Math.min(control.get('siteCount'), MAX_SITES);
  const slots = 1 + Math.max(-1, ...tracked.map(({ slot }) => slot));
  const perSite = control.table('siteCounters', 8 * SITE_COUNTER_NAMES.length * sites, 8);
  const samples = control.table('siteSamples', 4 * SAMPLE_WORDS * sites, 4);
  const counted = request.counters && perSite !== 0;
  return {
    steps: machine.steps,
    storers: new Uint32Array(copy(control.get('storers'), STORER_COUNT_BYTES * slots).buffer),
    sharedLoads: control.get('sharedLoads'),
    ordering: control.get('ordering'),
    epochs: control.get('epochs'),
    crowding: control.get('crowding'),
    faults: copy(control.get('faults'), control.get('faultCount') * FAULT_BYTES),
    printed: copy(control.get('print'), control.get('printBytes')),
    siteStores: Array.from(
      { length: slots },
      (_, slot) => new Uint32Array(copy(control.get('siteStores') + 4 * MAX_SITES * slot, 4 * sites).buffer),
    ),
    counters: new BigUint64Array(copy(control.get('counters'), 8 * TOTALS).buffer),
    siteCounters: counted
      ? new BigUint64Array(copy(perSite, 8 * SITE_COUNTER_NAMES.length * sites).buffer)
      : new BigUint64Array(),
    siteSamples: samples === 0 ? new Uint32Array() : new Uint32Array(copy(samples, 4 * SAMPLE_WORDS * sites).buffer),
    ranges: watched.map((range) => touched(machine, range)),
  };
}

function touched(machine: Machine, range: Range): PartResult['ranges'][number] {
  const footprint = footprintOf(machine, range);
  if (!footprint) return null;
  const { address, bytes, state } = range;
  return {
    footprint,
    data: machine.bytes(address, bytes).slice(),
    states: state === null ? null : machine.bytes(state, bytes).slice(),
  };
}
