import type { Token } from './world/tokens.ts';
/**
 * What `compile/` makes of a submission and what `host/` and `device/emulator/` run.
 * Plain data: it crosses worker boundaries by structured clone and is what the cache stores.
 */

/** A position in the student's own file (after inlining, the innermost line of it), 1-based. */
export interface SourcePosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** What an instrumented place in device code does. */
export type SiteKind = 'load' | 'store' | 'atomic' | 'barrier' | 'loop' | 'call' | 'local' | 'copy';

/** One instrumented place. Its number in the table is the `site` argument of the hooks. */
export interface Site {
  readonly kind: SiteKind;
  /** Bytes of one access; 0 for barriers, loops and calls, and for textures and surfaces. */
  readonly bytes: number;
  /** null for code that has no line in the submission (our headers). */
  readonly position: SourcePosition | null;
  /** Demangled name of the function that holds it, without parameters. */
  readonly function: string;
  /** True if an access to a local array or a constant stores: its hook does not report what it does. */
  readonly stores?: boolean;
  /** Store sites: the stored value is computed from values loaded from shared memory (backward slice over the IR). */
  readonly fromShared?: boolean;
  /** Stores to shared memory: the stored value is a sum, or a maximum, that a loop of the thread has computed. */
  readonly accumulated?: boolean;
  /** True if `memcpy_async` of cooperative groups or of `cuda` stores here. */
  readonly asyncCopy?: true;
  /** True if the address of a store is computed from an atomic function's result: the schedule decides who stores. */
  readonly claimed?: boolean;
  /** The `result` of each of these atomic functions. */
  readonly claimedBy?: readonly string[];
  /** Atomic functions: the name of the result, unique in the program. */
  readonly result?: string;
  /** Store sites: the load of the same element whose value decided that it is stored to (`if (*p < x) *p = x`). */
  readonly decidedBy?: number;
  /** The accessed variable ("tile", "out"); absent where the pass could not trace it. */
  readonly variable?: string;
  /** In a kernel: the number, among its pointer parameters, of the one that the address is computed from. */
  readonly pointer?: number;
  /** In a kernel: numbers that are used as unsigned ones and decide about this access, or about its address. */
  readonly unsigned?: readonly UnsignedUse[];
  /** The part of {@link DeviceProgram.flow} that holds it. */
  readonly part?: number;
}

/** A number that would be wrong if it were below zero. */
export interface UnsignedUse {
  /** An index, the larger side of a comparison that must hold, or the bound of a loop. */
  readonly role: 'index' | 'guard' | 'bound';
  readonly position: SourcePosition;
  readonly bits: 32 | 64;
  readonly formula: Formula;
}

/** A whole number that only the launch, the thread and the kernel's parameters decide. */
export type Formula =
  | { readonly kind: 'number'; readonly digits: string }
  /** The result of `__emu_index`. */
  | { readonly kind: 'index'; readonly number: number }
  /** A parameter of the kernel, by its number among those that are whole numbers of 32 or 64 bits. */
  | { readonly kind: 'parameter'; readonly number: number }
  | {
      readonly kind: 'computed';
      /** The instruction of LLVM IR. */
      readonly operation: string;
      /** Bits of the operands, and of the result. */
      readonly from: 32 | 64;
      readonly bits: 32 | 64;
      /** True for signed arithmetic. */
      readonly isSigned: boolean;
      readonly operands: readonly Formula[];
    };

/** A part of a function without branches and without barriers, except at its end. */
export interface Flow {
  /** The parts that can run after it; none if a barrier of the block ends it. */
  readonly next: readonly number[];
  /** True if `__syncwarp()` ends it. */
  readonly waitsForWarp?: true;
}

/** Type of a kernel parameter as the emulator's side passes it; `struct` is by value. */
export interface KernelParameter {
  readonly type: 'pointer' | 'i8' | 'i16' | 'i32' | 'i64' | 'f32' | 'f64' | 'struct';
  readonly bytes: number;
  readonly align: number;
  /** Offset in the argument block that the dispatcher reads. */
  readonly offset: number;
  /** Of a struct: its scalars, those of inner structs and arrays too. */
  readonly fields?: readonly StructField[];
}

/** A scalar in a struct that is passed by value. */
export interface StructField {
  readonly type: 'pointer' | 'other';
  readonly bytes: number;
  readonly offset: number;
}

export interface Kernel {
  /** Number that `__emu_call` takes. */
  readonly index: number;
  /** Itanium name, the same as nvcc's: `_Z5tiledILi16EEvPKfS1_Pfiii`. */
  readonly mangled: string;
  /** As a student would write it: `tiled<16>`. */
  readonly name: string;
  readonly parameters: readonly KernelParameter[];
  readonly argumentBytes: number;
  /** It can reach a barrier, a warp-level function or a yield: its threads need the coroutine scheduler. */
  readonly suspends: boolean;
  /** It can reach a launch of a kernel. */
  readonly launches?: true;
  readonly staticSharedBytes: number;
  readonly usesDynamicShared: boolean;
  /** Bytes of local variables that a thread has at once; absent if they are not known. */
  readonly localBytes?: number;
  /** The most threads per block that `__launch_bounds__` allows. */
  readonly maxThreads?: number;
  /** Blocks of a cluster along each axis, as `__cluster_dims__` sets them. */
  readonly cluster?: readonly [number, number, number];
  readonly position: SourcePosition | null;
}

/** A `__shared__` array and where it was placed in the block's shared region (byte offset from `__emu_shared`). */
export interface SharedArray {
  readonly name: string;
  readonly offset: number;
  readonly bytes: number;
  readonly position: SourcePosition | null;
}

/** A `__device__`, `__constant__` or `__managed__` variable: host code names it by `name` (its symbol). */
export interface DeviceVariable {
  readonly name: string;
  readonly bytes: number;
  readonly constant: boolean;
  /** `one` if it is a pointer, `some` if parts of it are. */
  readonly pointers?: 'one' | 'some';
  /** Wasm export that holds its address. */
  readonly export: string;
}

/** How a module's threads wait for each other: kernels as LLVM's coroutines, or the whole module through Asyncify. */
export type Waiting = 'never' | 'coroutines' | 'asyncify';

/** How the bytes of a number are read; `pointer` is an address. */
export type ScalarFormat =
  | 'f16'
  | 'f32'
  | 'f64'
  | 'i8'
  | 'u8'
  | 'i16'
  | 'u16'
  | 'i32'
  | 'u32'
  | 'i64'
  | 'u64'
  | 'bool'
  | 'pointer';

/** A number in a variable: the variable itself, or a part of it (`.x`, `[2]`). */
export interface VariablePart {
  readonly path: string;
  readonly offset: number;
  readonly format: ScalarFormat;
}

/** A variable of a function of the submission, from its debug information. */
export interface RecordedVariable {
  readonly name: string;
  readonly function: string;
  readonly line: number;
  readonly bytes: number;
  /** True for a parameter. */
  readonly isParameter: boolean;
  /** The numbers in it; none if its type is not understood, and not all of a large one. */
  readonly parts: readonly VariablePart[];
}

/** The meaning of a row that `__emu_trace` records, by its first argument. */
export type RecordedEvent =
  /** A thread begins to run a line. Places of loops whose line begins again are merged into the step before. */
  | {
      readonly kind: 'step';
      readonly position: SourcePosition;
      readonly function: string;
      readonly isLoopHeader: boolean;
    }
  /** A variable, or a part of it, gets a value. */
  | { readonly kind: 'value'; readonly variable: number; readonly offset: number; readonly bytes: number }
  /** A variable that is in memory has this address from now on. */
  | { readonly kind: 'place'; readonly variable: number }
  /** Memory is read or written. The value is that after a write and before an atomic function. */
  | {
      readonly kind: 'access';
      readonly access: 'read' | 'write' | 'atomic';
      readonly bytes: number;
      /** The format of each number of the access; `null` if it is not one of numbers. */
      readonly format: ScalarFormat | null;
      /** The operation of an atomic function. The high word is its operand. */
      readonly operation?: string;
    }
  /** A thread waits: for its block, its warp, or more blocks. */
  | { readonly kind: 'barrier'; readonly scope: 'block' | 'warp' | 'grid' };

/** The extents of an array that is declared outside of the variables of a thread, slowest first. */
export interface RecordedArray {
  readonly name: string;
  readonly extents: readonly number[];
  /** The format of its elements; `null` if they are not numbers. */
  readonly format: ScalarFormat | null;
}

/** The tables of a program that records what its threads do. */
export interface RecordingTables {
  readonly events: readonly RecordedEvent[];
  readonly variables: readonly RecordedVariable[];
  /** Arrays of shared memory and of the device. */
  readonly arrays: readonly RecordedArray[];
}

export interface DeviceProgram {
  /** Linked (and, where it waits through Asyncify, asyncified) module. */
  readonly wasm: Uint8Array;
  readonly waiting: Waiting;
  readonly kernels: readonly Kernel[];
  readonly sites: readonly Site[];
  /** The control flow between sites of one function; the sites of a part are in their order. */
  readonly flow?: readonly Flow[];
  readonly sharedArrays: readonly SharedArray[];
  readonly variables: readonly DeviceVariable[];
  /** Device code calls malloc, free, new or delete. */
  readonly allocates?: boolean;
  /** In the source, some value that is stored to an array is computed from one, even if it is always the same. */
  readonly storesComputed?: boolean;
  /** The tables of a program that was compiled to record what its threads do; absent for other programs. */
  readonly recording?: RecordingTables;
  /** Bytes of global memory that the module's layout was linked for (see native/emulator/README.md). */
  readonly heapBytes: number;
}

/**
 * Lines that have characters outside ASCII, by the name of their file and by their number from 0: in others, a column in
 * bytes is one in characters.
 */
export type WideLines = Readonly<Record<string, Readonly<Record<number, string>>>>;

export interface HostProgram {
  readonly wasm: Uint8Array;
  /** Name of the submission, as positions tell it. */
  readonly fileName: string;
  /** Names of the headers that the program brings, by their path in Clang's file system. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Lines with characters outside ASCII: columns of debug information count bytes. Default: there are none. */
  readonly wide?: WideLines;
  /** Calls whose error of CUDA the program discards, as `file:line:column`. */
  readonly discarding?: readonly string[];
  /** Exported functions: the assignment's entry point, or `main`. */
  readonly exports: readonly string[];
  /** Functions of the CUDA runtime that it may call, by their names; default: none is known. */
  readonly calls?: readonly string[];
}

export type Severity = 'error' | 'warning' | 'note';

/** One message of the compiler (Clang now, nvcc later). Lines are those of the submission. */
export interface Diagnostic {
  readonly severity: Severity;
  /** The compiler's own words. */
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Clang's warning flag without `-W`, where there is one. */
  readonly flag?: string;
  readonly side: 'host' | 'device' | 'both';
  /** What the compiler's words should be judged as; decided in compile/, worded in explain/. */
  readonly rule:
    | 'compile-error'
    | 'compile-warning'
    | 'signature-mismatch'
    | 'policy-violation'
    | 'uninitialized-read'
    | 'shared-alias'
    | 'unsupported-feature'
    | null;
  /** signature-mismatch: what was asked and what was found; unsupported-feature: its name; shared-alias: who has it. */
  readonly detail?: {
    readonly kernels?: readonly string[];
    readonly expected?: string;
    readonly got?: string;
    readonly feature?: string;
    /** The part of a program in Python that is not translated, and why. */
    readonly reason?: string;
    readonly hint?: string;
    /** The function that a message is about, where the compiler does not say what is wrong with it. */
    readonly topic?: { readonly kind: 'called-kernel' | 'host-only' | 'gpu-only' | PastedKind; readonly name: string };
    /** An error without a place, found after Clang has read the source. */
    readonly isInBackEnd?: true;
    /** It names a file that the machine can have, and a submission has not. */
    readonly isFileOfTheMachine?: true;
  };
}

/** What came of one side: its program, or null where the source is refused. */
export interface SideOutcome<Program> {
  readonly program: Program | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** What is left of a submission after each side's preprocessor, by the lines of the submission. */
export interface Preprocessed {
  readonly host: readonly Token[];
  readonly device: readonly Token[];
}

export type CompileResult =
  | {
      readonly status: 'compiled';
      readonly host: HostProgram;
      readonly device: DeviceProgram;
      readonly diagnostics: readonly Diagnostic[];
      /** The submission's tokens with nvcc's macros; only if they were asked for. */
      readonly preprocessed?: Preprocessed;
    }
  /** The student's source is refused. */
  | { readonly status: 'rejected'; readonly diagnostics: readonly Diagnostic[] }
  /** The compiler ran out of its limits on this source; the student's source is the likely cause (template bomb). */
  | {
      readonly status: 'exhausted';
      /** `crash`: the compiler ends on this source each time, and compiles another. */
      readonly limit: 'time' | 'memory' | 'crash';
      readonly diagnostics: readonly Diagnostic[];
    };

/** A file that a program includes, besides the headers of CUDA and of the C++ library. */
export interface HeaderFile {
  /** From the program's folder, with `/` and no `.`; begins with `../` where it lies elsewhere. */
  readonly path: string;
  /** `path` is what `#include` is given, with `<>` or quotes: it was found in a folder that is searched. */
  readonly searched?: true;
  /** Name to report. */
  readonly name: string;
  readonly text: string;
  /** True for a header that the grader wrote: findings in it have the line that uses it. */
  readonly given?: true;
  /** The headers that quoted includes of a searched header lead to, outside the folder in which it was found. */
  readonly leads?: Readonly<Record<string, HeaderPath>>;
}

/** The path by which sources include a header, and whether folders of `-I` are searched for it. */
export type HeaderPath = Pick<HeaderFile, 'path' | 'searched'>;

/** Code that the grader writes around what a student defines, where that is nothing that it could call itself. */
export interface EntryWrapper {
  /** Name of what the student defines. */
  readonly function: string;
  /** Its declaration, as the student is shown it. */
  readonly asked: string;
  /** C++ before the calls: up to the beginning of the function that `CompileOptions.prototype` declares. */
  readonly before: string;
  /** Statements, a line each, that stand where the student's definition is. */
  readonly calls: readonly string[];
  /** C++ after them. */
  readonly after: string;
}

/** Options of nvcc's that change what source means. */
export interface DialectOptions {
  /** As nvcc's `--expt-relaxed-constexpr`: device code may call `constexpr` functions of the host. */
  readonly relaxedConstexpr?: boolean | undefined;
  /** As nvcc's `-rdc=true`: kernels may launch kernels. */
  readonly relocatableDeviceCode?: boolean | undefined;
  /** It may include the libraries that the emulator has. */
  readonly libraries?: boolean | undefined;
  /** The number of the C++ standard, as nvcc's `-std=c++20`; default: 17, which also compiles older programs. */
  readonly standard?: number | undefined;
  /** Host code tells its loads and stores, if the memory is watched. It does so anyway if kernels can reach its memory. */
  readonly watchesHost?: boolean | undefined;
  /** Threads record their lines, variables and accesses, and nothing is moved from one line to another. */
  readonly records?: boolean | undefined;
  /** Macros that are defined or removed before each source, as nvcc's `-D` and `-U`: directives, a line each. */
  readonly macros?: readonly string[] | undefined;
  /** Headers that are included before each source, as nvcc's `-include`: their {@link HeaderFile.path}. */
  readonly preIncludes?: readonly string[] | undefined;
}

/** A further source of a program, which is compiled by itself and linked with the others. */
export interface SourceUnit {
  /** From the folder of the first source, with `/` and no `.`; begins with `../` where it is elsewhere. */
  readonly path: string;
  /** Name to report. */
  readonly name: string;
  readonly text: string;
  readonly language: UnitLanguage;
  /** True for a source that the assignment gives. If there is one, no other source may define `main`. */
  readonly given?: true;
}

export type UnitLanguage = 'cuda' | 'c++' | 'c';

export interface CompileOptions extends DialectOptions {
  /** What the program includes of its own; default: nothing. */
  readonly headers?: readonly HeaderFile[];
  /** Further sources; default: there are none. */
  readonly units?: readonly SourceUnit[];
  /** C declaration of the entry point with C linkage, e.g. `void matmul(const float* m, ...)`; null: a program with `main`. */
  readonly prototype: string | null;
  /** What defines that function, where the submission does not. */
  readonly wrapper?: EntryWrapper | undefined;
  /** The tokens of both sides are asked for, to be compared with nvcc's. */
  readonly preprocessed?: boolean;
  /** Smallest global memory that the run needs; rounded up to one of the layouts of native/emulator. */
  readonly heapBytes: number;
  /** The most memory that host code may have; default: what an assignment may give it. */
  readonly hostBytes?: number;
  /** Time limit for the compiler. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** The kinds of text that is not CUDA and gets into a file when a student copies it. */
export type PastedKind = 'markdown-fence' | 'cell-magic' | 'python-text' | 'chat-text' | 'copied-character';
