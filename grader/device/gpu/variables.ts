import { POINTER_BYTES, readPointer } from '../../abi/index.ts';
import type { DeviceVariable } from '../../compile/index.ts';
import type { CudaAddon } from './addon.ts';
import type { AddressSpace, Entry } from './address-space.ts';
import { Untranslatable } from './arguments.ts';
import type { LoadedModule } from './module.ts';

/** How a variable's bytes go to the GPU: as they are, as one pointer or `long`, or not at all. */
type Carrying = 'same' | 'wide' | 'unknown';

const WIDE = 8;

/** The `__device__` and `__constant__` variables of a module, at 32-bit addresses of their own. */
export class Variables {
  readonly #addon: CudaAddon;
  readonly #space: AddressSpace;
  readonly #entries = new Map<string, Entry>();
  readonly #carrying = new Map<Entry, Carrying>();

  constructor(addon: CudaAddon, space: AddressSpace, module: LoadedModule, variables: readonly DeviceVariable[]) {
    this.#addon = addon;
    this.#space = space;
    for (const variable of variables) {
      const { name, bytes } = variable;
      const loaded = module.variable(name);
      const entry = loaded && space.add(bytes, name, 'variable', loaded.address);
      if (!entry) continue;
      this.#entries.set(name, entry);
      this.#carrying.set(entry, carryingOf(variable, loaded.bytes));
    }
  }

  find(name: string): Entry | null {
    return this.#entries.get(name) ?? null;
  }

  /** Does this stretch hold something that must be translated? @throws Untranslatable where it cannot be */
  isWide(entry: Entry): boolean {
    const carrying = this.#carrying.get(entry);
    if (carrying === 'unknown') throw new Untranslatable(`the variable ${entry.label} has another size on the GPU`);
    return carrying === 'wide';
  }

  writeWide(entry: Entry, bytes: Uint8Array): void {
    this.#addon.write(entry.address, this.widened(entry, bytes));
  }

  /** A variable's bytes of host code as they are on the GPU. */
  widened(entry: Entry, bytes: Uint8Array): Uint8Array {
    if (bytes.length !== POINTER_BYTES) throw new Untranslatable(`a part of the variable ${entry.label} is written`);
    const view = new DataView(bytes.buffer, bytes.byteOffset, POINTER_BYTES);
    const pointer = readPointer(view, 0);
    const other = POINTER_BYTES === 8 ? view.getBigInt64(0, true) : BigInt(view.getInt32(0, true));
    const value = this.#space.owns(pointer) ? this.#space.toGpu(pointer) : other;
    return new Uint8Array(BigInt64Array.of(BigInt.asIntN(64, value)).buffer);
  }

  readWide(entry: Entry, into: Uint8Array): void {
    if (into.length !== POINTER_BYTES) throw new Untranslatable(`a part of the variable ${entry.label} is read`);
    const wide = new BigUint64Array(1);
    this.#addon.read(entry.address, new Uint8Array(wide.buffer));
    const value = wide[0] ?? 0n;
    const own = BigInt(this.#space.fromGpu(value) ?? value);
    into.set(new Uint8Array(BigUint64Array.of(own).buffer).subarray(0, POINTER_BYTES));
  }
}

/** Returns how the bytes of a variable go to the GPU, which has `onGpu` of them. */
function carryingOf({ bytes, pointers }: DeviceVariable, onGpu: number): Carrying {
  if (POINTER_BYTES === 8) return bytes !== onGpu || pointers === 'some' ? 'unknown' : pointers ? 'wide' : 'same';
  return bytes === onGpu ? 'same' : bytes === POINTER_BYTES && onGpu === WIDE ? 'wide' : 'unknown';
}
