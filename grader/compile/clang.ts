import { ConsoleStdout, type Directory, File, OpenFile, PreopenDirectory } from '@bjorn3/browser_wasi_shim';
import { Instances } from './clang-instances.ts';
import { directoryOf, type Tree } from './files.ts';

/**
 * Clang and its tools in WebAssembly, in this thread. They see a virtual file system alone: nothing of the machine.
 *
 * The package's own wrapper is made for a component, and turns each of the tools' calls of the system into several
 * objects. A submission makes some hundred thousand such calls; here the module is run as what it is, a WASI command.
 */
export interface Clang {
  /**
   * Runs one tool.
   * @returns its output files, and what it printed; a tool that fails is one with another code than 0
   * @throws ClangExhausted where it ran out of its memory or stack
   */
  run(args: readonly string[], files: Tree): ToolRun;
  /** What follows is of another source: it gets an instance of its own. */
  renew(): void;
}

export interface ToolRun {
  readonly code: number;
  /** A file that it wrote; null where it did not. */
  file(name: string): Uint8Array | null;
  /** Standard error. */
  readonly log: string;
  /** Standard output: where `-o -` writes, which is much faster for a large file than writing it. */
  readonly output: Uint8Array;
}

/** The source needs more memory, or deeper nesting, than the compiler may use. */
export class ClangExhausted extends Error {}

/**
 * @param module - `llvm.core.wasm` of {@link compileClang}: every worker shares its machine code
 * @param usr - the compiler's own headers and libraries
 */
export function createClang(module: WebAssembly.Module, usr: Directory): Clang {
  const instances = new Instances(module);
  return { run: (args, files) => run(instances, usr, args, files), renew: () => instances.drop() };
}

function run(instances: Instances, usr: Directory, args: readonly string[], files: Tree): ToolRun {
  const root = directoryOf(files);
  root.contents.set('usr', usr);
  const folder = new PreopenDirectory('/', root.contents);
  let log = '';
  const decoder = new TextDecoder();
  const written = new Written();
  const stdout = new ConsoleStdout((bytes) => written.add(bytes));
  const stderr = new ConsoleStdout((bytes) => {
    if (log.length < MAX_LOG) log += decoder.decode(bytes, { stream: true });
  });
  const instance = instances.take();
  let code: number;
  try {
    code = instances.start(instance, [DRIVER, ...args], [new OpenFile(new File([])), stdout, stderr, folder]);
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
      throw new ClangExhausted(log.slice(-1000), { cause: error });
    }
    throw error;
  }
  return {
    code,
    log,
    output: written.bytes(),
    file(name) {
      const entry = root.contents.get(name);
      return entry instanceof File ? entry.data : null;
    },
  };
}

/** The module holds all tools; which one is the first argument. */
const DRIVER = 'yowasp-llvm';

/** An error flood says nothing after its first pages. */
const MAX_LOG = 1 << 20;

/**
 * Collects what a tool writes in one buffer. A syntax tree comes in pieces of a few bytes, and a million of them as objects of
 * their own would need more than the heap of a worker.
 */
class Written {
  #buffer = new Uint8Array(1 << 16);
  #length = 0;

  add(bytes: Uint8Array): void {
    const length = this.#length + bytes.length;
    if (length > this.#buffer.length) {
      const larger = new Uint8Array(Math.max(length, 2 * this.#buffer.length));
      larger.set(this.#buffer.subarray(0, this.#length));
      this.#buffer = larger;
    }
    this.#buffer.set(bytes, this.#length);
    this.#length = length;
  }

  /** Returns a copy, because a message to another thread takes the whole buffer along. */
  bytes(): Uint8Array {
    return this.#buffer.slice(0, this.#length);
  }
}
