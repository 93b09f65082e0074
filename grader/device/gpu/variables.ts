import { POINTER_BYTES, readPointer } from '../../abi/index.ts';
import type { DeviceVariable } from '../../compile/index.ts';
import type { CudaAddon } from './addon.ts';
import type { AddressSpace, Entry } from './address-space.ts';
import { Untranslatable } from './arguments.ts';
import type { LoadedModule } from './module.ts';

/** The way in which a variable's bytes reach the GPU: unchanged, as one pointer, or never. */
type Carrying = 'same' | 'pointer' | 'unknown';

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
  isPointer(entry: Entry): boolean {
    const carrying = this.#carrying.get(entry);
    if (carrying === 'unknown')
      throw new Untranslatable(
        `the variable ${entry.label} has pointers beside other members, or another size on the GPU`,
      );
    return carrying === 'pointer';
  }

  writePointer(entry: Entry, bytes: Uint8Array): void {
    this.#addon.write(entry.address, this.translated(entry, bytes));
  }

  /** A variable's bytes of host code as they are on the GPU. */
  translated(entry: Entry, bytes: Uint8Array): Uint8Array {
    if (bytes.length !== POINTER_BYTES) throw new Untranslatable(`a part of the variable ${entry.label} is written`);
    const pointer = readPointer(new DataView(bytes.buffer, bytes.byteOffset, POINTER_BYTES), 0);
    return this.#space.owns(pointer) ? new Uint8Array(BigUint64Array.of(this.#space.toGpu(pointer)).buffer) : bytes;
  }

  readPointer(entry: Entry, into: Uint8Array): void {
    if (into.length !== POINTER_BYTES) throw new Untranslatable(`a part of the variable ${entry.label} is read`);
    const content = new BigUint64Array(1);
    this.#addon.read(entry.address, new Uint8Array(content.buffer));
    const value = content[0] ?? 0n;
    const own = BigInt(this.#space.fromGpu(value) ?? value);
    into.set(new Uint8Array(BigUint64Array.of(own).buffer));
  }
}

/** Returns how the bytes of a variable go to the GPU, which has `onGpu` of them. */
function carryingOf({ bytes, pointers }: DeviceVariable, onGpu: number): Carrying {
  if (bytes !== onGpu || pointers === 'some') return 'unknown';
  return pointers ? 'pointer' : 'same';
}
