import { type Fd, WASI } from '@bjorn3/browser_wasi_shim';

/** Memory that a run has left so large is not worth putting back, bytes. */
const WORTH_KEEPING = 64 * 2 ** 20;

interface Command {
  readonly exports: {
    readonly memory: WebAssembly.Memory;
    readonly stack: WebAssembly.Global<'i32'>;
    readonly pages: WebAssembly.Global<'i32'>;
    readonly _start: () => unknown;
  };
}

export interface Instance {
  readonly command: Command;
  /** Answers its calls of the system. */
  readonly wasi: WASI;
}

/** Everything in an instance that a run can change: its table and its code stay (native/emulator/reusable-clang.mjs). */
interface Beginning {
  /** The bytes from the first word that is not zero to the last. */
  readonly data: Uint8Array;
  readonly dataAt: number;
  readonly stack: number;
  readonly pages: number;
}

const SUCCESS = 0;
/** Equal sources give equal modules: no chance (only names of temporary files would use it), in any run. */
const SAME_ALWAYS = { random_get: (): number => SUCCESS };

/**
 * Instances of Clang's program, for one run after the other. Making one costs as much as a short run; so the one that a
 * run has left is put back to where it began, byte by byte, and the next run finds what it would find in a new one.
 */
export class Instances {
  readonly #module: WebAssembly.Module;
  #beginning: Beginning | null = null;
  #idle: Instance | null = null;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  /**
   * Runs the program from its start.
   * @param instance - of {@link take}
   * @param files - what is open
   * @returns its exit code
   * @throws whatever ends it otherwise
   */
  start(instance: Instance, args: string[], files: Fd[]): number {
    const { command, wasi } = instance;
    wasi.args = args;
    wasi.fds = files;
    const code = wasi.start(command);
    // One that was ended by a trap does not come so far, and what a run was given ends with it.
    wasi.fds = [];
    this.#idle = instance;
    return code;
  }

  /** The next run has a new instance. */
  drop(): void {
    this.#idle = null;
  }

  /**
   * For one run.
   * @throws RangeError where this machine has no memory for one: no source is to blame for that
   */
  take(): Instance {
    const idle = this.#idle;
    this.#idle = null;
    if (idle && this.#beginning && idle.command.exports.memory.buffer.byteLength <= WORTH_KEEPING) {
      putBack(idle.command, this.#beginning);
      return idle;
    }
    const made = instantiate(this.#module);
    this.#beginning ??= beginningOf(made.command);
    return made;
  }
}

function instantiate(module: WebAssembly.Module): Instance {
  const wasi = new WASI([], [], [], { debug: false });
  const imports = { wasi_snapshot_preview1: { ...wasi.wasiImport, ...SAME_ALWAYS } };
  const { exports } = new WebAssembly.Instance(module, imports);
  return { command: { exports: exports as Command['exports'] }, wasi };
}

function beginningOf({ exports: { memory, stack, pages } }: Command): Beginning {
  // By words: memory has millions of bytes before and after its data.
  const words = new Int32Array(memory.buffer);
  let first = 0;
  while (first < words.length && words[first] === 0) first += 1;
  let end = words.length;
  while (end > first && words[end - 1] === 0) end -= 1;
  const dataAt = first * words.BYTES_PER_ELEMENT;
  const data = new Uint8Array(memory.buffer).slice(dataAt, end * words.BYTES_PER_ELEMENT);
  return { data, dataAt, stack: stack.value, pages: pages.value };
}

/** Memory beyond the pages that it began with is as zero as memory that is new. */
function putBack({ exports: { memory, stack, pages } }: Command, { data, dataAt, ...values }: Beginning): void {
  const bytes = new Uint8Array(memory.buffer);
  bytes.fill(0, 0, dataAt);
  bytes.set(data, dataAt);
  bytes.fill(0, dataAt + data.length);
  stack.value = values.stack;
  pages.value = values.pages;
}
