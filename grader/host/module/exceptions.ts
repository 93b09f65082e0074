import { CppException, HostTrap } from '../signals.ts';
import type { Imports } from './wasi.ts';
import { addressOf } from './words.ts';

const INVOKE = /^invoke_([vijfdp])/;

/** C++ exceptions of a host program: native/emulator/host/exceptions.c knows the objects, this side unwinds. */
export class Exceptions {
  readonly #exportsOf: () => WebAssembly.Exports;
  readonly #invoking: <T>(run: () => T) => T;
  /** Left its frame, and may go on from there: it stays the one that was thrown, with its place. */
  #caught: CppException | null = null;

  /**
   * @param exportsOf - the module's, once it is instantiated
   * @param invoking - runs a function of host code for host code
   */
  constructor(exportsOf: () => WebAssembly.Exports, invoking: <T>(run: () => T) => T) {
    this.#exportsOf = exportsOf;
    this.#invoking = invoking;
  }

  /** @param nameOf - the type whose mangled name is at an address */
  services(nameOf: (address: number) => string): Imports {
    return {
      throw_exception: (type = 0) => {
        throw new CppException(nameOf(type));
      },
      resume_exception: () => {
        throw this.#caught ?? new HostTrap('an exception goes on that was never caught');
      },
    };
  }

  /** Calls that may throw: each comes here with the function's number in the table. */
  invokes(module: WebAssembly.Module): Imports {
    const imports: Imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      const result = from === 'env' ? INVOKE.exec(name)?.[1] : undefined;
      if (result === undefined) continue;
      // What is returned of a call that was left is never looked at; a 64-bit integer has to be one all the same.
      const nothing = result === 'j' ? 0n : undefined;
      imports[name] = (callee = 0, ...args) => this.#invoke(callee, args, nothing);
    }
    return imports;
  }

  #invoke(
    callee: number | bigint,
    args: readonly (number | bigint)[],
    nothing: 0n | undefined,
  ): number | bigint | undefined {
    const { __indirect_function_table: table, __stack_pointer: stack, __emu_host_threw: threw } = this.#exportsOf();
    if (!(table instanceof WebAssembly.Table) || !(stack instanceof WebAssembly.Global) || typeof threw !== 'function')
      throw new Error('the host module lacks what exceptions need');
    const called = functionAt(table, addressOf(callee));
    const top = stack.value;
    try {
      return this.#invoking(() => called(...args));
    } catch (error) {
      // An argument of another type than the function has: WebAssembly's own call traps there.
      if (error instanceof TypeError) throw new HostTrap(NO_FUNCTION);
      if (!(error instanceof CppException)) throw error;
      this.#caught = error;
      stack.value = top;
      threw();
      return nothing;
    }
  }
}

const NO_FUNCTION = 'a call through a pointer that is not a function';

/** @throws HostTrap where the program's table has no function of this number */
function functionAt(
  table: WebAssembly.Table,
  index: number,
): (...args: (number | bigint)[]) => number | bigint | undefined {
  const found: unknown = index < table.length ? table.get(index) : null;
  if (typeof found !== 'function') throw new HostTrap(NO_FUNCTION);
  return (...args) => found(...args);
}
