import type { Tree } from '@yowasp/clang';

/**
 * Clang and its tools in WebAssembly, warm in this thread. They see a virtual file system alone: nothing of the machine.
 */
export interface Clang {
  /** Runs one tool. @returns its output files, and what it printed. Never throws for a tool that fails. */
  run(
    args: readonly string[],
    files: Tree,
    onOutput?: (text: string) => void,
  ): Promise<{ readonly code: number; readonly files: Tree; readonly log: string }>;
  readonly version: string;
}

export async function loadClang(): Promise<Clang> {
  // Node compiles a streamed module eagerly, which takes a second; from a buffer it compiles functions when first called.
  WebAssembly.compileStreaming = async (source) => WebAssembly.compile(await (await source).arrayBuffer());
  const { Exit, runLLVM, version } = await loadPackage();
  return {
    version,
    async run(args, files, onOutput) {
      let log = '';
      const decoder = new TextDecoder();
      const stderr = (bytes: Uint8Array | null) => {
        if (bytes && log.length < MAX_LOG) log += decoder.decode(bytes, { stream: true });
      };
      const stdout = (bytes: Uint8Array | null) => {
        if (bytes) onOutput?.(new TextDecoder().decode(bytes));
      };
      try {
        const output = await runLLVM([...args], files, { stdout, stderr, decodeASCII: false, fetchProgress: () => {} });
        return { code: 0, files: output ?? {}, log };
      } catch (error) {
        if (error instanceof Exit) return { code: error.code || 1, files: error.files, log };
        throw error;
      }
    },
  };
}

/** An error flood says nothing after its first pages. */
const MAX_LOG = 1 << 20;

interface Package {
  readonly Exit: typeof import('@yowasp/clang').Exit;
  readonly runLLVM: typeof import('@yowasp/clang').runLLVM;
  /** The package exports it; its type declarations do not. */
  readonly version: string;
}

async function loadPackage(): Promise<Package> {
  return (await import('@yowasp/clang')) as unknown as Package;
}

/** A file of the output as bytes; null where the tool did not write it. */
export function bytesOf(files: Tree, name: string): Uint8Array | null {
  const file = files[name];
  if (file instanceof Uint8Array) return file;
  return typeof file === 'string' ? new TextEncoder().encode(file) : null;
}
