import type { Tree } from '@yowasp/clang';

/**
 * Clang and its tools in WebAssembly, warm in this thread. They see a virtual file system alone: nothing of the machine.
 */
export interface Clang {
  /**
   * Runs one tool.
   * @returns its output files, and what it printed; a tool that fails is one with another code than 0
   * @throws ClangExhausted where it ran out of its memory or stack
   */
  run(args: readonly string[], files: Tree): Promise<ToolRun>;
  readonly version: string;
}

export interface ToolRun {
  readonly code: number;
  readonly files: Tree;
  /** Standard error. */
  readonly log: string;
  /** Standard output: where `-o -` writes, which is much faster for a large file than writing it. */
  readonly output: Uint8Array;
}

/** The source needs more memory, or deeper nesting, than the compiler may use. */
export class ClangExhausted extends Error {}

/** @param module - `llvm.core.wasm`, compiled: every worker shares its machine code */
export async function loadClang(module: Promise<WebAssembly.Module>): Promise<Clang> {
  const { Exit, runLLVM, version } = await loadPackage();
  // The package asks for its modules in turn, the large one first.
  let first = true;
  WebAssembly.compileStreaming = async (source) => {
    const response = await source;
    if (!first) return WebAssembly.compile(await response.arrayBuffer());
    first = false;
    return module;
  };
  const response = globalThis.Response;
  globalThis.Response = FileResponse as unknown as typeof Response;
  try {
    // Without arguments it only loads.
    await runLLVM(undefined, {}, { fetchProgress: () => {} });
  } finally {
    globalThis.Response = response;
  }
  return {
    version,
    async run(args, files) {
      let log = '';
      const decoder = new TextDecoder();
      const chunks: Uint8Array[] = [];
      const stderr = (bytes: Uint8Array | null) => {
        if (bytes && log.length < MAX_LOG) log += decoder.decode(bytes, { stream: true });
      };
      const stdout = (bytes: Uint8Array | null) => {
        if (bytes) chunks.push(bytes.slice());
      };
      try {
        const made = await runLLVM([...args], files, { stdout, stderr, decodeASCII: false });
        return { code: 0, files: made ?? {}, log, output: joined(chunks) };
      } catch (error) {
        if (error instanceof Exit) return { code: error.code || 1, files: error.files, log, output: joined(chunks) };
        if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) {
          throw new ClangExhausted(log.slice(-1000), { cause: error });
        }
        throw error;
      }
    },
  };
}

/** An error flood says nothing after its first pages. */
const MAX_LOG = 1 << 20;

/**
 * What the package makes of a file that it has read, in the place of `Response`: that one copies its hundred megabytes
 * through two streams.
 */
class FileResponse {
  readonly #bytes: Uint8Array;
  readonly body: { pipeThrough(): FileResponse };

  constructor(content: Uint8Array | FileResponse) {
    this.#bytes = content instanceof FileResponse ? content.#bytes : content;
    this.body = { pipeThrough: () => this };
  }

  async arrayBuffer(): Promise<ArrayBufferLike> {
    const { buffer, byteOffset, byteLength } = this.#bytes;
    return byteLength === buffer.byteLength ? buffer : buffer.slice(byteOffset, byteOffset + byteLength);
  }
}

interface Package {
  readonly Exit: typeof import('@yowasp/clang').Exit;
  readonly runLLVM: typeof import('@yowasp/clang').runLLVM;
  /** The package exports it; its type declarations do not. */
  readonly version: string;
}

async function loadPackage(): Promise<Package> {
  return (await import('@yowasp/clang')) as unknown as Package;
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** A file of the output as bytes; null where the tool did not write it. */
export function bytesOf(files: Tree, name: string): Uint8Array | null {
  const file = files[name];
  if (file instanceof Uint8Array) return file;
  return typeof file === 'string' ? new TextEncoder().encode(file) : null;
}
