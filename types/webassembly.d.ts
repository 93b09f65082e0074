/** WebAssembly as Node has it, of which TypeScript knows only with the types of the DOM. */
declare namespace WebAssembly {
  type ImportExportKind = 'function' | 'global' | 'memory' | 'table' | 'tag';
  type ValueType = 'anyfunc' | 'externref' | 'f32' | 'f64' | 'i32' | 'i64' | 'v128';
  type TableKind = 'anyfunc' | 'externref';
  // biome-ignore lint/suspicious/noExplicitAny: what a module exports or imports is known where it is used
  type ExportValue = any;
  type ImportValue = ExportValue | number | bigint;
  type Exports = Record<string, ExportValue>;
  type ModuleImports = Record<string, ImportValue>;
  type Imports = Record<string, ModuleImports>;

  interface ModuleExportDescriptor {
    name: string;
    kind: ImportExportKind;
  }
  interface ModuleImportDescriptor extends ModuleExportDescriptor {
    module: string;
  }
  class Module {
    constructor(bytes: BufferSource);
    static customSections(module: Module, name: string): ArrayBuffer[];
    static exports(module: Module): ModuleExportDescriptor[];
    static imports(module: Module): ModuleImportDescriptor[];
  }
  class Instance {
    constructor(module: Module, imports?: Imports);
    readonly exports: Exports;
  }
  class Memory {
    constructor(descriptor: { initial: number; maximum?: number; shared?: boolean });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Table {
    constructor(descriptor: { element: TableKind; initial: number; maximum?: number }, value?: unknown);
    readonly length: number;
    get(index: number): ExportValue;
    set(index: number, value?: unknown): void;
    grow(by: number, value?: unknown): number;
  }
  class Global<Type extends ValueType = ValueType> {
    constructor(descriptor: { value: Type; mutable?: boolean }, value?: unknown);
    value: ExportValue;
    valueOf(): ExportValue;
  }
  class CompileError extends Error {}
  class LinkError extends Error {}
  class RuntimeError extends Error {}

  type BufferSource = ArrayBufferView<ArrayBuffer> | ArrayBuffer;
  function compile(bytes: BufferSource): Promise<Module>;
  function instantiate(module: Module, imports?: Imports): Promise<Instance>;
  function validate(bytes: BufferSource): boolean;
}
