import type {
  BufferRole,
  DeviceFault,
  DevicePointer,
  DeviceProperties,
  HostRange,
  LaunchOutcome,
  LaunchRequest,
  TextureObject,
} from '../../device/index.ts';
import type { RunDevice } from '../device.ts';
import type { Operation } from '../operations.ts';
import { KeptBytes } from './kept-bytes.ts';

/** cudaErrorInvalidValue */
const INVALID_VALUE = 1;

/** Passes every call on to a device, and puts those that change or read it on record. */
export class RecordingDevice implements RunDevice {
  readonly kind: RunDevice['kind'];
  readonly properties: DeviceProperties;
  readonly #device: RunDevice;
  readonly #record: (operation: Operation) => void;
  readonly #hostAddress: (bytes: Uint8Array) => number | null;
  readonly #kept = new KeptBytes();

  /** @param hostAddress - of bytes that are a view of host memory */
  constructor(
    device: RunDevice,
    record: (operation: Operation) => void,
    hostAddress: (bytes: Uint8Array) => number | null,
  ) {
    this.#device = device;
    this.#record = record;
    this.#hostAddress = hostAddress;
    this.kind = device.kind;
    this.properties = device.properties;
  }

  alloc(bytes: number, label: string, role: BufferRole): DevicePointer | null {
    const pointer = this.#device.alloc(bytes, label, role);
    this.#record({ kind: 'alloc', bytes, label, role, pointer });
    return pointer;
  }

  free(pointer: DevicePointer): number {
    this.#record({ kind: 'free', pointer });
    return this.#device.free(pointer);
  }

  write(pointer: DevicePointer, bytes: Uint8Array): number {
    this.#record({ kind: 'write', pointer, content: this.#kept.copyOf(bytes), host: this.#hostAddress(bytes) });
    return this.#device.write(pointer, bytes);
  }

  read(pointer: DevicePointer, into: Uint8Array): number {
    const code = this.#device.read(pointer, into);
    if (code === 0)
      this.#record({ kind: 'read', pointer, content: this.#kept.copyOf(into), host: this.#hostAddress(into) });
    return code;
  }

  peek(pointer: DevicePointer, into: Uint8Array): number {
    return this.#device.peek?.(pointer, into) ?? INVALID_VALUE;
  }

  poison(pointer: DevicePointer, bytes: Uint8Array): void {
    this.#record({ kind: 'poison', pointer, content: this.#kept.copyOf(bytes) });
    this.#device.poison(pointer, bytes);
  }

  state(pointer: DevicePointer, bytes: number): Uint8Array {
    return this.#device.state(pointer, bytes);
  }

  copy(to: DevicePointer, from: DevicePointer, bytes: number): number {
    this.#record({ kind: 'copy', to, from, bytes });
    return this.#device.copy(to, from, bytes);
  }

  set(pointer: DevicePointer, value: number, bytes: number): number {
    this.#record({ kind: 'set', pointer, value, bytes });
    return this.#device.set(pointer, value, bytes);
  }

  owns(pointer: DevicePointer): boolean {
    return this.#device.owns(pointer);
  }

  symbol(name: string): { readonly pointer: DevicePointer; readonly bytes: number } | null {
    return this.#device.symbol(name);
  }

  launch(request: LaunchRequest): LaunchOutcome {
    const outcome = this.#device.launch(request);
    this.#record({ kind: 'launch', request: { ...request, args: request.args.slice() }, error: outcome.error });
    return outcome;
  }

  mapHost(ranges: readonly HostRange[]): void {
    this.#record({ kind: 'map-host', ranges });
    this.#device.mapHost(ranges);
  }

  setTexture(object: TextureObject): void {
    this.#record({ kind: 'texture', object });
    this.#device.setTexture(object);
  }

  suspend(pointer: DevicePointer): void {
    this.#record({ kind: 'suspend', pointer });
    this.#device.suspend?.(pointer);
  }

  resume(pointer: DevicePointer): void {
    this.#record({ kind: 'resume', pointer });
    this.#device.resume?.(pointer);
  }

  setPendingLaunches(value: number): void {
    this.#record({ kind: 'pending-launches', value });
    this.#device.setPendingLaunches?.(value);
  }

  setMallocHeap(value: number): void {
    this.#record({ kind: 'malloc-heap', value });
    this.#device.setMallocHeap?.(value);
  }

  takeFaults(): DeviceFault[] {
    return this.#device.takeFaults();
  }

  /** Drops what kernels print about decoys. */
  takeOutput(stream: 'stdout' | 'stderr'): string {
    this.#device.takeOutput(stream);
    return '';
  }

  dispose(): void {
    this.#device.dispose();
  }
}
