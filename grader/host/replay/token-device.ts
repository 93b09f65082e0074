import { BYTE_STATE } from '../../abi/index.ts';
import type { DeviceProgram } from '../../compile/index.ts';
import { type Geometry, Heap } from '../../device/emulator/index.ts';
import {
  type BufferRole,
  bareOutcome,
  CONDITION_LABEL,
  type DeviceFault,
  type DevicePointer,
  type DeviceProperties,
  type HostRange,
  type LaunchOutcome,
  type LaunchRequest,
} from '../../device/index.ts';
import type { RunDevice } from '../device.ts';
import { Tokens } from './tokens.ts';

/** What is written on the device, as a kernel's work. */
const WRITTEN = BYTE_STATE.initialised | BYTE_STATE.written;
const INVALID_VALUE = 1;

/** Host code asks for something whose answer depends on what kernels have done. */
export class NeedsKernels extends Error {}

/** The seeds of addresses and of the numbers that are read; without a token seed these are zeros. */
export interface TokenSeeds {
  readonly layoutSeed: number;
  readonly tokenSeed: number | null;
}

/**
 * A device without memory: addresses are those of the emulator, launches do nothing, and a read gives random numbers or
 * zeros. It shows what a program does, at the cost of its host code.
 */
export class TokenDevice implements RunDevice {
  readonly kind = 'emulator';
  readonly properties: DeviceProperties;
  readonly #geometry: Geometry;
  readonly #heap: Heap;
  /** The bytes of static shared memory per block, by kernel. */
  readonly #sharedBytes: ReadonlyMap<string, number>;
  readonly #tokens: Tokens | null;

  constructor(geometry: Geometry, { layoutSeed, tokenSeed }: TokenSeeds, { kernels }: DeviceProgram) {
    this.#geometry = geometry;
    this.#heap = new Heap(geometry.heap, geometry.heapBytes, layoutSeed);
    if (geometry.mallocHeapBytes > 0) this.#heap.reserve(geometry.mallocHeapBytes);
    this.properties = geometry.properties;
    this.#sharedBytes = new Map(kernels.map(({ mangled, staticSharedBytes }) => [mangled, staticSharedBytes]));
    this.#tokens = tokenSeed === null ? null : new Tokens(tokenSeed);
  }

  alloc(bytes: number, label: string, role: BufferRole): DevicePointer | null {
    if (label === CONDITION_LABEL) throw new NeedsKernels();
    return this.#heap.alloc(bytes, label, role)?.pointer ?? null;
  }

  free(pointer: DevicePointer, isKept = false): number {
    const buffer = this.#heap.at(pointer);
    if (!buffer?.live) return INVALID_VALUE;
    this.#heap.free(buffer, isKept);
    return 0;
  }

  suspend(pointer: DevicePointer): void {
    this.free(pointer, true);
  }

  resume(pointer: DevicePointer): void {
    const buffer = this.#heap.at(pointer);
    if (buffer) this.#heap.revive(buffer);
  }

  write(pointer: DevicePointer, bytes: Uint8Array): number {
    return this.#codeOf(pointer, bytes.length);
  }

  read(pointer: DevicePointer, into: Uint8Array): number {
    const code = this.#codeOf(pointer, into.length);
    if (code !== 0) return code;
    if (this.#tokens) this.#tokens.fill(into);
    else into.fill(0);
    return 0;
  }

  copy(to: DevicePointer, from: DevicePointer, bytes: number): number {
    return this.#codeOf(to, bytes) || this.#codeOf(from, bytes);
  }

  set(pointer: DevicePointer, _value: number, bytes: number): number {
    return this.#codeOf(pointer, bytes);
  }

  poison(): void {}

  state(_pointer: DevicePointer, bytes: number): Uint8Array {
    return new Uint8Array(bytes).fill(WRITTEN);
  }

  owns(pointer: DevicePointer): boolean {
    const { heap, heapBytes, variables } = this.#geometry;
    if (pointer >= heap && pointer < heap + heapBytes) return true;
    return variables.some(({ address, bytes }) => pointer >= address && pointer < address + bytes);
  }

  symbol(name: string): { readonly pointer: DevicePointer; readonly bytes: number } | null {
    const found = this.#geometry.variables.find((variable) => variable.name === name);
    return found ? { pointer: found.address, bytes: found.bytes } : null;
  }

  launch(request: LaunchRequest): LaunchOutcome {
    return bareOutcome(0, (this.#sharedBytes.get(request.kernel) ?? 0) + request.dynamicSharedBytes);
  }

  mapHost(ranges: readonly HostRange[]): void {
    if (ranges.length > 0) throw new NeedsKernels();
  }

  setTexture(): void {}

  setPendingLaunches(): void {}

  setMallocHeap(): void {
    throw new NeedsKernels();
  }

  takeFaults(): DeviceFault[] {
    return [];
  }

  takeOutput(): string {
    return '';
  }

  dispose(): void {}

  #codeOf(pointer: DevicePointer, bytes: number): number {
    const { variables } = this.#geometry;
    const isVariable = variables.some(
      ({ address, bytes: size }) => pointer >= address && pointer + bytes <= address + size,
    );
    return isVariable || this.#heap.holds(pointer, bytes) ? 0 : INVALID_VALUE;
  }
}
