import type { LinkedDevice } from './device.ts';
import type { MemorySizes } from './layouts.ts';
import type {
  DialectOptions,
  EntryWrapper,
  HeaderFile,
  HostProgram,
  SideOutcome,
  SourcePosition,
  SourceUnit,
} from './program.ts';
import type { Token } from './world/tokens.ts';

export interface CompileRequest extends DialectOptions {
  readonly source: string;
  readonly fileName: string;
  readonly prototype: string | null;
  readonly wrapper?: EntryWrapper | undefined;
  readonly headers: readonly HeaderFile[];
  readonly units?: readonly SourceUnit[] | undefined;
  /** The tokens of the submission are asked for, to be compared with nvcc's. */
  readonly preprocessed?: boolean | undefined;
}

/** Between `Compiler` and its workers. */
export type Request =
  /** First message to the first worker: it compiles Clang for all, with the arguments of `compileClang`. */
  | { readonly kind: 'load'; readonly memoryBytes: number; readonly isLongLived: boolean }
  /** First message to other workers: Clang, compiled. */
  | { readonly kind: 'start'; readonly module: WebAssembly.Module }
  | (CompileRequest & { readonly kind: 'device'; readonly id: number; readonly sizes: MemorySizes })
  | (CompileRequest & { readonly kind: 'host'; readonly id: number; readonly hostBytes: number })
  | (CompileRequest & { readonly kind: 'syntax'; readonly id: number })
  /** Makes functions that wait into coroutines. */
  | {
      readonly kind: 'asyncify';
      readonly id: number;
      readonly wasm: Uint8Array;
      /** The proven object that the module was linked from. */
      readonly object: Uint8Array;
      readonly ignoreIndirect: boolean;
    }
  | {
      readonly kind: 'symbolize';
      readonly id: number;
      readonly wasm: Uint8Array;
      readonly offsets: readonly number[];
      readonly fileName: string;
      readonly headers: Readonly<Record<string, string>>;
    };

export interface Versions {
  readonly clang: string;
  readonly engine: string;
}

export type Response =
  | { readonly kind: 'loaded'; readonly module: WebAssembly.Module }
  /** `thread`: by `ownThread()`. */
  | ({ readonly kind: 'ready'; readonly thread: string | null } & Versions)
  | {
      readonly kind: 'device';
      readonly id: number;
      readonly outcome: SideOutcome<LinkedDevice>;
      readonly tokens: readonly Token[] | null;
    }
  | {
      readonly kind: 'host';
      readonly id: number;
      readonly outcome: SideOutcome<HostProgram>;
      readonly tokens: readonly Token[] | null;
    }
  | { readonly kind: 'syntax'; readonly id: number; readonly json: string | null }
  | { readonly kind: 'asyncified'; readonly id: number; readonly wasm: Uint8Array }
  | { readonly kind: 'symbolized'; readonly id: number; readonly positions: readonly (SourcePosition | null)[] }
  /** Clang needed more memory than it may have. */
  | { readonly kind: 'exhausted'; readonly id: number }
  /** `isFault`: the grader's own code has failed for a reason that it names, whatever the submission is. */
  | { readonly kind: 'failed'; readonly id: number; readonly message: string; readonly isFault: boolean };
