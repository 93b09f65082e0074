import type { runLLVM } from '@yowasp/clang';

/** What manifest.json says of the precompiled headers. */
export interface PrecompiledHeaders {
  /** To add beside `-include-pch`. */
  readonly arguments: readonly string[];
  /** The last one of which a name in `when` is included; the first one for every other source. */
  readonly sets: readonly {
    readonly name: string;
    readonly device: string;
    readonly host: string;
    /** Names of the sets that it only adds to. */
    readonly on: readonly string[];
    readonly when: readonly string[];
  }[];
}

export function buildPrecompiledHeaders(options: {
  readonly runLLVM: typeof runLLVM;
  readonly clangVersion: string;
  readonly outDir: string;
  readonly includeDir?: string;
  readonly previousDir?: string;
}): Promise<PrecompiledHeaders>;
