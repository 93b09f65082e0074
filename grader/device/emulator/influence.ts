import type { DeviceProgram } from '../../compile/index.ts';
import type {
  BufferRole,
  Device,
  DeviceFault,
  DevicePointer,
  DeviceProperties,
  HostRange,
  Influence,
  LaunchOutcome,
  LaunchRequest,
  TextureObject,
} from '../device.ts';
import { createEmulator, type Emulator, type EmulatorOptions } from './emulator.ts';

export type { Influence } from '../device.ts';

/** @param alterEvery - one word of so many is altered */
export function createInfluenceDevice(
  program: DeviceProgram,
  options: Omit<EmulatorOptions, 'partition'>,
  alterEvery: number,
): InfluenceDevice {
  const module = options.module ?? new WebAssembly.Module(program.wasm as Uint8Array<ArrayBuffer>);
  const create = () => createEmulator(program, { ...options, module });
  return new InfluenceDevice(create(), create(), create(), alterEvery);
}

/**
 * Three emulators that are called alike. Host code sees the first only, which runs as always. The second one's kernels
 * load altered words. The third one's load the same, and get from other threads of their block what the first one's got.
 * What host code reads is compared. Faults and limits of the altered two are nobody's: they show in `lost` at most.
 */
export class InfluenceDevice implements Device {
  readonly kind = 'emulator';
  readonly properties: DeviceProperties;
  readonly #plain: Emulator;
  readonly #altered: Emulator;
  readonly #separated: Emulator;
  readonly #all: readonly Emulator[];
  readonly #every: number;
  #changed = 0;
  #unshared = 0;
  #lost = false;

  constructor(plain: Emulator, altered: Emulator, separated: Emulator, every: number) {
    this.#plain = plain;
    this.#altered = altered;
    this.#separated = separated;
    this.#all = [plain, altered, separated];
    this.#every = every;
    this.properties = plain.properties;
  }

  get influence(): Influence {
    return { changed: this.#changed, unshared: this.#unshared, lost: this.#lost };
  }

  launch(request: LaunchRequest): LaunchOutcome {
    const every = this.#every;
    // Only then does each access take the way on which it can be altered.
    const asked = { ...request, counters: true };
    this.#plain.alterLoads({ part: 'kept', every });
    const outcome = this.#plain.launch(asked);
    this.#altered.alterLoads({ part: 'altered', every });
    const altered = this.#altered.launch(asked);
    this.#separated.alterLoads({ part: 'separated', every });
    const kept = this.#plain.keptValues;
    if (kept) this.#separated.giveValues(kept, this.#plain);
    const separated = this.#separated.launch(asked);
    // What a kernel launches runs before its values could be handed over.
    this.#lost ||= !kept || outcome.byKernels !== undefined;
    this.#lost ||= outcome.error === 0 && (altered.error !== 0 || separated.error !== 0);
    return { ...outcome, counters: {}, siteCounters: [] };
  }

  read(pointer: DevicePointer, into: Uint8Array): number {
    const error = this.#plain.read(pointer, into);
    if (error !== 0) return error;
    const other = new Uint8Array(into.length);
    this.#altered.read(pointer, other);
    this.#changed += differentWords(into, other);
    this.#separated.read(pointer, other);
    this.#unshared += differentWords(into, other);
    return 0;
  }

  alloc(bytes: number, label: string, role: BufferRole): DevicePointer | null {
    return this.#each((device) => device.alloc(bytes, label, role));
  }

  free(pointer: DevicePointer): number {
    return this.#each((device) => device.free(pointer));
  }

  suspend(pointer: DevicePointer): void {
    this.#each((device) => device.suspend(pointer));
  }

  resume(pointer: DevicePointer): void {
    this.#each((device) => device.resume(pointer));
  }

  write(pointer: DevicePointer, bytes: Uint8Array, made?: Uint8Array): number {
    return this.#each((device) => device.write(pointer, bytes, made));
  }

  copy(to: DevicePointer, from: DevicePointer, bytes: number): number {
    return this.#each((device) => device.copy(to, from, bytes));
  }

  set(pointer: DevicePointer, value: number, bytes: number): number {
    return this.#each((device) => device.set(pointer, value, bytes));
  }

  poison(pointer: DevicePointer, bytes: Uint8Array): void {
    this.#each((device) => device.poison(pointer, bytes));
  }

  state(pointer: DevicePointer, bytes: number): Uint8Array {
    return this.#plain.state(pointer, bytes);
  }

  owns(pointer: DevicePointer): boolean {
    return this.#plain.owns(pointer);
  }

  symbol(name: string): { readonly pointer: DevicePointer; readonly bytes: number } | null {
    return this.#plain.symbol(name);
  }

  mapHost(ranges: readonly HostRange[]): void {
    this.#each((device) => device.mapHost(ranges));
  }

  setTexture(object: TextureObject): void {
    this.#each((device) => device.setTexture(object));
  }

  setPendingLaunches(count: number): void {
    this.#each((device) => device.setPendingLaunches(count));
  }

  setMallocHeap(bytes: number): void {
    this.#each((device) => device.setMallocHeap(bytes));
  }

  takeFaults(): DeviceFault[] {
    return this.#each((device) => device.takeFaults());
  }

  takeOutput(stream: 'stdout' | 'stderr'): string {
    return this.#each((device) => device.takeOutput(stream));
  }

  dispose(): void {
    this.#each((device) => device.dispose());
  }

  /** @returns the first one's answer, which the others' equals in all that concerns where memory is */
  #each<T>(call: (device: Emulator) => T): T {
    const answer = call(this.#plain);
    for (const device of this.#all.slice(1)) call(device);
    return answer;
  }
}

/** Words of 4 bytes, or a part of one at the end. */
function differentWords(one: Uint8Array, other: Uint8Array): number {
  let different = 0;
  for (let at = 0; at < one.length; at += 4) {
    if (one[at] !== other[at] || one[at + 1] !== other[at + 1]) different++;
    else if (one[at + 2] !== other[at + 2] || one[at + 3] !== other[at + 3]) different++;
  }
  return different;
}
