import type { Directory } from '@bjorn3/browser_wasi_shim';
import { ABI_VERSION, otherAbi } from '../abi/index.ts';
import { clangArchive, type EngineFiles, engineFiles, hashOfStages } from '../platform/packaged/index.ts';
import { merged, nested } from './cccl.ts';
import { sysroot, type Tree } from './files.ts';
import type { ClangMacros, NvccMacros } from './world/macros.ts';

/** What `native/emulator/build.mjs` wrote down about its output. */
export interface AssetManifest {
  readonly hash: string;
  /** Version of Clang. */
  readonly clang: string;
  /** Version of the ABI that the objects and headers are for. */
  readonly abi: number;
  readonly layouts: readonly {
    readonly heapMiB: number;
    readonly hooks: string;
    readonly runtime: string;
    readonly memoryPages: number;
  }[];
  /** For layouts with more memory, which are made of their sources when they are asked for. */
  readonly large: {
    /** The folder of the sources. */
    readonly sources: string;
    /** Arguments of Clang that make the one and the other. */
    readonly hooks: readonly string[];
    readonly runtime: readonly string[];
    readonly poolMiB: number;
  };
  readonly host: string;
  readonly include: string;
  /** The folder of the headers of libraries. */
  readonly libraries: string;
  /** The file with NVIDIA's own headers: an object of JSON that has their texts by path. */
  readonly cccl: string;
  /** Precompiled headers: the last set is for a source that includes one of `when`, the first for all others. */
  readonly precompiled: {
    readonly arguments: readonly string[];
    readonly sets: readonly PrecompiledSet[];
  } | null;
}

interface PrecompiledPair {
  readonly device: string;
  readonly host: string;
  /** Names of the sets that it only adds to. */
  readonly on?: readonly string[];
}

interface PrecompiledSet extends PrecompiledPair {
  readonly name: string;
  readonly on: readonly string[];
  readonly when: readonly string[];
}

/** The engine's own files: hooks, runtimes and headers. */
export class Assets {
  readonly manifest: AssetManifest;
  readonly flags: {
    readonly common: readonly string[];
    readonly device: readonly string[];
    readonly host: readonly string[];
  };
  readonly #files: EngineFiles;
  readonly #read = new Map<string, Uint8Array>();

  /**
   * @param folder - default: this package's own
   * @throws Error if it was built for another version of the ABI
   */
  constructor(folder?: string) {
    this.#files = engineFiles(folder);
    this.manifest = JSON.parse(this.#text('manifest.json'));
    const { abi } = this.manifest;
    if (abi !== ABI_VERSION) throw new Error(otherAbi('the emulator in dist/emulator', abi));
    this.flags = JSON.parse(this.#text('flags.json'));
  }

  /** Clang's own headers and libraries. */
  sysroot(): Directory {
    return sysroot(JSON.parse(this.#text('sysroot.json')), clangArchive(), (name) => this.#files.read(name));
  }

  file(name: string): Uint8Array {
    const known = this.#read.get(name);
    if (known) return known;
    const bytes = this.#files.read(name);
    this.#read.set(name, bytes);
    return bytes;
  }

  /** nvcc's macros, as they were recorded. */
  get macros(): NvccMacros {
    this.#macros ??= JSON.parse(this.#text('nvcc-macros.json')) as NvccMacros;
    return this.#macros;
  }
  #macros: NvccMacros | null = null;

  /** Clang's own macros. */
  get clangMacros(): ClangMacros {
    this.#clangMacros ??= JSON.parse(this.#text('clang-macros.json')) as ClangMacros;
    return this.#clangMacros;
  }
  #clangMacros: ClangMacros | null = null;

  /** Our headers as Clang's virtual tree sees them, under `/cuda/include`. */
  includeTree(): Tree {
    this.#include ??= this.#files.tree(this.manifest.include);
    return this.#include;
  }
  #include: Tree | null = null;

  /** Headers of the libraries that programs may use, under `/cuda/libraries`. */
  libraryTree(): Tree {
    this.#libraries ??= this.#files.tree(this.manifest.libraries);
    return this.#libraries;
  }
  #libraries: Tree | null = null;

  /** The same with NVIDIA's own headers, of which most programs need none. */
  libraryTreeWithCccl(): Tree {
    this.#withCccl ??= merged(this.libraryTree(), nested(JSON.parse(this.#text(this.manifest.cccl))));
    return this.#withCccl;
  }
  #withCccl: Tree | null = null;

  /** Everything below a folder. */
  tree(name: string): Tree {
    return this.#files.tree(name);
  }

  #text(name: string): string {
    return new TextDecoder().decode(this.#files.read(name));
  }
}

/** Identifies everything that decides how a submission is compiled and run: our assets, our own code, and Clang. */
export function engineHash({ manifest }: Assets): string {
  return hashOfStages(`${manifest.clang}\0${manifest.hash}`, ENGINE_STAGES);
}

/** Folders of `grader/` whose code decides what compiling and running gives. */
const ENGINE_STAGES = ['abi', 'compile', 'device', 'host', 'limits'];
