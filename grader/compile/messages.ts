import type { CompileResult, SourcePosition } from './program.ts';

/** Between `Compiler` and its worker. */
export type Request =
  | {
      readonly kind: 'compile';
      readonly id: number;
      readonly source: string;
      readonly fileName: string;
      readonly prototype: string | null;
      readonly heapBytes: number;
    }
  | {
      readonly kind: 'symbolize';
      readonly id: number;
      readonly wasm: Uint8Array;
      readonly offsets: readonly number[];
      readonly fileName: string;
    };

export type Response =
  | { readonly kind: 'ready'; readonly clang: string; readonly engine: string }
  | { readonly kind: 'compiled'; readonly id: number; readonly result: CompileResult }
  | { readonly kind: 'symbolized'; readonly id: number; readonly positions: readonly (SourcePosition | null)[] }
  | { readonly kind: 'failed'; readonly id: number; readonly message: string };
