import type { DeviceVariable } from '../../compile/index.ts';
import type { CudaAddon } from './addon.ts';
import type { AddressSpace, Entry } from './address-space.ts';
import { Untranslatable } from './arguments.ts';
import type { LoadedModule } from './module.ts';

/** How a variable's bytes go to the GPU: as they are, as one pointer or `long`, or not at all. */
type Carrying = 'same' | 'wide' | 'unknown';

const NARROW = 4;
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
    for (const { name, bytes } of variables) {
      const loaded = module.variable(name);
      const entry = loaded && space.add(bytes, name, 'variable', loaded.address);
      if (!entry) continue;
      this.#entries.set(name, entry);
      const wide = bytes === NARROW && loaded.bytes === WIDE;
      this.#carrying.set(entry, bytes === loaded.bytes ? 'same' : wide ? 'wide' : 'unknown');
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
    if (bytes.length !== NARROW) throw new Untranslatable(`a part of the variable ${entry.label} is written`);
    const view = new DataView(bytes.buffer, bytes.byteOffset, NARROW);
    const pointer = view.getUint32(0, true);
    const value = this.#space.owns(pointer) ? this.#space.toGpu(pointer) : BigInt(view.getInt32(0, true));
    return new Uint8Array(BigInt64Array.of(BigInt.asIntN(64, value)).buffer);
  }

  readWide(entry: Entry, into: Uint8Array): void {
    if (into.length !== NARROW) throw new Untranslatable(`a part of the variable ${entry.label} is read`);
    const wide = new BigUint64Array(1);
    this.#addon.read(entry.address, new Uint8Array(wide.buffer));
    const value = wide[0] ?? 0n;
    const narrow = this.#space.fromGpu(value) ?? Number(BigInt.asUintN(32, value));
    new DataView(into.buffer, into.byteOffset, NARROW).setUint32(0, narrow, true);
  }
}
