import type { Kernel } from '../../compile/index.ts';
import { type CudaAddon, type Handle, isDriverError, type ParameterPlace } from './addon.ts';
import { sameFunction, variableNames } from './names.ts';

/** CUresult of a name that a module does not have. */
const NOT_FOUND = 500;

export interface LoadedKernel {
  readonly handle: Handle;
  readonly places: readonly ParameterPlace[] | null;
}

export interface LoadedVariable {
  readonly address: Handle;
  readonly bytes: number;
}

/** What nvcc made of a submission, loaded: its kernels and variables by the names that Clang gives them. */
export class LoadedModule {
  readonly #addon: CudaAddon;
  readonly #handle: Handle;
  readonly #names: readonly string[] | null;
  readonly #kernels = new Map<string, LoadedKernel | null>();

  /** @throws DriverError with `log` */
  constructor(addon: CudaAddon, image: Uint8Array) {
    this.#addon = addon;
    this.#handle = addon.loadModule(image).module;
    this.#names = addon.functions(this.#handle);
  }

  /** null where the module lacks it */
  kernel({ mangled }: Kernel): LoadedKernel | null {
    const known = this.#kernels.get(mangled);
    if (known !== undefined) return known;
    const name = this.#names ? sameFunction(mangled, this.#names) : mangled;
    const handle = name === null ? null : this.#find(() => this.#addon.function(this.#handle, name));
    const loaded = handle === null ? null : { handle, places: this.#addon.parameters(handle) };
    this.#kernels.set(mangled, loaded);
    return loaded;
  }

  variable(name: string): LoadedVariable | null {
    for (const candidate of variableNames(name)) {
      const found = this.#find(() => this.#addon.variable(this.#handle, candidate));
      if (found) return found;
    }
    return null;
  }

  unload(): void {
    this.#addon.unloadModule(this.#handle);
  }

  #find<T>(ask: () => T): T | null {
    try {
      return ask();
    } catch (error) {
      if (isDriverError(error) && error.code === NOT_FOUND) return null;
      throw error;
    }
  }
}
