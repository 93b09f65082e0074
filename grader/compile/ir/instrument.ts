import { ACCESS_NAMES, HOW, HOW_TYPE_SHIFT, MAX_ACCESS_BYTES, POINTER_INT } from '../../abi/index.ts';
import { localName } from '../mangled.ts';
import type { Diagnostic, Flow, Site, SourcePosition } from '../program.ts';
import { addressTaken, type ByValueCall, byValueCall, withoutByValue } from './by-value.ts';
import { type CallGraph, recursive } from './calls.ts';
import { claims } from './claims.ts';
import { confirmedLoads } from './confirmed.ts';
import type { DebugInfo } from './debug.ts';
import { decidingLoads } from './deciding.ts';
import { addFlow } from './flow.ts';
import type { DeviceGlobals } from './globals.ts';
import {
  type CopyInstruction,
  isNumber,
  type MemoryInstruction,
  memoryOf,
  type SingleAccess,
  touchesMemory,
} from './instruction.ts';
import { undisturbedLoads } from './intervals.ts';
import { stepsOf } from './loops.ts';
import { readMarks } from './marks.ts';
import { Places } from './places.ts';
import { numberIn, type Origin, Pointers } from './pointers.ts';
import {
  type Alloca,
  attribute,
  type Call,
  calleeOf,
  cText,
  type Edit,
  edited,
  type FunctionHeader,
  GraderFault,
  type IrFunction,
  type IrModule,
  type Line,
  layoutOf,
  nameOf,
  namesIn,
  readHeader,
  remove,
  replace,
  type Value,
  type Variable,
} from './read/index.ts';
import { RUNTIME_CALLS } from './runtime.ts';
import { Sites } from './sites.ts';
import { functionSlices, type Slices } from './slice.ts';
import { UnsignedUses } from './unsigned.ts';

/** Sizes that have a hook of their own; others are checked byte by byte. */
const SIZES = new Set([1, 2, 4, 8, 16]);
const ATOMIC_SIZES = new Set([1, 2, 4, 8]);
/** `how` of a volatile access. */
const HOW_WRITE = ACCESS_NAMES.indexOf('write') << HOW_TYPE_SHIFT;
const HOW_UPDATE = ACCESS_NAMES.indexOf('atomic') << HOW_TYPE_SHIFT;
/** An order that is not relaxed stands for block scope: so the headers say it (include/emu/atomics.h). */
const NARROW: ReadonlySet<string> = new Set(['acq_rel', 'acquire', 'release']);

/** Facts that code generation has shown, and wishes of a second run. */
export interface InstrumentOptions {
  /** Bytes of stack that hooks keep for functions that do not look at the stack themselves. */
  readonly reserve: number;
  /** Keep debug locations: nobody needs them but who looks for the line of an instruction. */
  readonly located: boolean;
}

/** Instructions that earlier passes have found something about. */
export interface Found {
  /** The accesses that spinning loops wait for. */
  readonly polled: ReadonlySet<Line>;
  /** Compare-and-swaps that take a lock. */
  readonly locks: ReadonlySet<Line>;
  /** Accesses through `volatile` to what is no flag. */
  readonly data: ReadonlySet<Line>;
}

/** The facts that are known about the function that is being rewritten. */
interface Scope {
  readonly name: string;
  /** Variables that the instrumentation adds at the start of the function. */
  readonly added: string[];
  readonly body: readonly Line[];
  readonly places: Places;
  readonly pointers: Pointers;
  /** The pointer parameters of a kernel, in their order; none of another function. */
  readonly given: readonly string[];
  readonly slices: Slices;
  /** The uses of unsigned numbers in a kernel; `null` in another function. */
  readonly unsigned: UnsignedUses | null;
  /** The atomic functions' results that the address of a store is computed from. */
  readonly claims: (pointer: Value) => readonly string[];
  /** Values that are the number of their place: results of `__emu_site`. */
  readonly siteValues: ReadonlySet<string>;
  /** The values among these that a barrier is given. */
  readonly barrierValues: ReadonlySet<string>;
  /** Lines that load from shared memory where no store can race with them. */
  readonly undisturbed: ReadonlySet<number>;
  /** Loads of which nothing but a copy becomes. */
  readonly copied: ReadonlySet<number>;
  /** Lines that store, and the line that loads the same element and decides whether they do. */
  readonly deciding: ReadonlyMap<number, number>;
  /** Lines that load what an atomic function of the same place confirms. */
  readonly confirmed: ReadonlySet<number>;
  /** The number of uses of each value. */
  readonly uses: ReadonlyMap<string, number>;
  /** Sites of lines that load. */
  readonly loads: Map<number, number>;
}

/** The format of a call of printf in device code. */
export interface PrintFormat {
  readonly text: string;
  readonly position: SourcePosition | null;
}

/** Numbers the sites of a module and rewrites its function bodies. */
export class Instrumenter {
  readonly #sites = new Sites();
  readonly #module: IrModule;
  readonly #debug: DebugInfo;
  readonly #globals: DeviceGlobals;
  readonly #recursive: ReadonlySet<string>;
  readonly #kernels: ReadonlySet<string>;
  readonly #defined: ReadonlySet<string>;
  readonly #marks: ReturnType<typeof readMarks>;
  readonly #taken: ReadonlySet<string>;
  readonly #found: Found;
  readonly #options: InstrumentOptions;
  readonly #refused: Diagnostic[] = [];
  readonly #flow: Flow[] = [];
  readonly #formats: PrintFormat[] = [];
  readonly #variables: ReadonlyMap<string, Variable>;
  #names = 0;
  /** Instructions that touch memory: those with a hook, those in a variable of the thread's own. */
  readonly #counts = { hooked: 0, own: 0 };
  /** Site of the last loop that was begun. */
  #loop = 0;

  constructor(
    module: IrModule,
    debug: DebugInfo,
    globals: DeviceGlobals,
    graph: CallGraph,
    kernels: ReadonlySet<string>,
    found: Found,
    options: InstrumentOptions,
  ) {
    this.#found = found;
    this.#module = module;
    this.#variables = new Map(module.variables.map((variable) => [variable.symbol, variable]));
    this.#options = options;
    this.#taken = addressTaken(module);
    this.#kernels = kernels;
    this.#defined = new Set(module.functions.map((fn) => fn.name));
    this.#debug = debug;
    this.#globals = globals;
    this.#recursive = recursive(graph);
    this.#marks = readMarks(module.nodes, debug.names);
  }

  get sites(): readonly Site[] {
    return this.#sites.table;
  }

  /** The formats of calls of printf, as far as they are constants. */
  get formats(): readonly PrintFormat[] {
    return this.#formats;
  }

  /** The control flow between the sites of each function. */
  get flow(): readonly Flow[] {
    return this.#flow;
  }

  /** Accesses that no hook can check. */
  get refused(): readonly Diagnostic[] {
    return this.#refused;
  }

  /**
   * Every instruction that touches memory has a hook, is in a variable of the thread's own, or is refused.
   * @param read - how many the module had when it was read
   * @throws GraderFault if that is not so
   */
  assertMediated(read: number): void {
    const { hooked, own } = this.#counts;
    const sites = this.#sites.ofMemory;
    if (sites === hooked && read === sites + own + this.#refused.length) return;
    throw new GraderFault(
      `of ${read} instructions that touch memory, ${sites} have hooks and ${own} are the thread's own`,
    );
  }

  /** Adds a site that no instruction has: of a kernel as a whole. */
  addSite(...site: Parameters<Sites['add']>): number {
    return this.#sites.add(...site);
  }

  /**
   * Debug locations are no longer needed once sites have their positions, and what follows is faster without them.
   * @returns the function's body with every access hooked
   */
  rewrite(fn: IrFunction): string[] {
    const { body } = fn;
    const header = this.#taken.has(fn.name) ? readHeader(edited(fn.header.text, withoutByValue(fn.header))) : fn.header;
    const pointers = new Pointers(header, body, this.#module.types);
    const places = new Places(header, body, this.#debug, this.#marks);
    const scope: Scope = {
      name: fn.name,
      added: [],
      body,
      places,
      pointers,
      given: this.#kernels.has(fn.name) ? pointerParameters(fn.header) : [],
      slices: functionSlices(body, pointers, this.#globals.sharedSymbols),
      unsigned: this.#kernels.has(fn.name) ? new UnsignedUses(header, body, places) : null,
      claims: claims(body, pointers, this.#globals.sharedSymbols),
      siteValues: new Set(body.flatMap((line) => (calleeOf(line) === SITE && line.result ? [line.result] : []))),
      barrierValues: new Set(body.flatMap(barrierSite)),
      deciding: decidingLoads(body),
      confirmed: confirmedLoads(body, this.#module.types, (callee) => this.#defined.has(callee)),
      uses: countUses(body),
      loads: new Map(),
      copied: partsOfCopies(body),
      undisturbed: this.#kernels.has(fn.name)
        ? undisturbedLoads(body, {
            places,
            pointers,
            shared: this.#globals.sharedSymbols,
            parameters: new Set(header.parameters.map(({ name }) => name)),
            defined: (callee) => this.#defined.has(callee),
          })
        : new Set(),
    };
    const steps = new Map(
      stepsOf(body, scope.places, this.#debug, this.#recursive.has(fn.name)).map((step) => [step.line, step]),
    );
    const out: string[] = [];
    const partOf = addFlow(body, this.#flow, (callee) => this.#defined.has(callee));
    for (const at of body.keys()) {
      this.#sites.part = partOf[at];
      const step = steps.get(at);
      if (step !== undefined) {
        const site = this.#sites.add('loop', 0, step.position, scope.places.functionName(at));
        this.#loop = site;
        const reserve = step.kind === 'entry' ? `, i32 ${this.#options.reserve}` : '';
        out.push(`  call void @__emu_${step.kind}(i32 ${site}${reserve})`);
      }
      out.push(...this.#line(at, scope));
    }
    this.#sites.part = undefined;
    return out.toSpliced(body[0]?.kind === 'label' ? 1 : 0, 0, ...scope.added);
  }

  /** Returns a line with parts of it replaced. */
  #printed(line: Line, ...edits: readonly Edit[]): string {
    if (this.#options.located || line.attachments.length === 0) return edited(line.text, edits);
    const places = line.attachments.filter(({ name, node }) => name === 'dbg' && node !== '').slice(0, 1);
    return edited(line.text, [...edits, ...remove(places)]);
  }

  #line(at: number, scope: Scope): string[] {
    const line = scope.body[at];
    if (!line) return [];
    const callee = calleeOf(line);
    if (line.kind === 'call' && callee !== null && RUNTIME_CALLS.has(callee))
      return this.#runtimeCall(line, callee, at, scope);
    const call = byValueCall(line, this.#module.types);
    if (call) return this.#byValue(line, call, at, scope);
    if (line.kind === 'alloca') return this.#array(line, at, scope);
    const memory = memoryOf(line);
    if (!memory) return touchesMemory(line) ? this.#refuse(at, scope) : [this.#printed(line)];
    return memory.kind === 'copy' ? this.#copy(line, memory, at, scope) : this.#access(line, memory, at, scope);
  }

  #refuse(at: number, { places, body }: Scope): string[] {
    const position = places.position(at);
    const line = body[at];
    const memory = line ? memoryOf(line) : null;
    const feature =
      memory && memory.kind !== 'copy' ? 'an access to memory of an unusual type' : 'an unusual access to memory';
    this.#refused.push({
      severity: 'error',
      message: `unsupported feature: ${feature}`,
      file: position?.file ?? this.#debug.fileName,
      line: position?.line ?? 0,
      column: position?.column ?? 0,
      side: 'device',
      rule: 'unsupported-feature',
      detail: { feature, hint: 'unsupported-feature' },
    });
    return ['  ; refused'];
  }

  /** The copies that a call makes of its arguments, as copies. */
  #byValue(line: Line, { edits, passed }: ByValueCall, at: number, scope: Scope): string[] {
    const before: string[] = [];
    const copies: Edit[] = [];
    for (const { type, bytes, align, pointer } of [...passed].reverse()) {
      const copy = `%emu.${this.#names++}`;
      scope.added.push(`  ${copy} = alloca ${type.text}, align ${align}`);
      copies.push(replace(pointer, copy));
      const origin = scope.pointers.origin(pointer);
      const size = origin.kind === 'local' ? origin.bytes : (this.#globals.constants.get(origin.root) ?? null);
      if (size !== null && inside(origin, bytes, size)) {
        this.#counts.own++;
        before.push(
          `  call void @llvm.memcpy.p0.p0.${POINTER_INT}(ptr ${copy}, ptr ${pointer.text}, ${POINTER_INT} ${bytes}, i1 false)`,
        );
      } else before.push(...this.#copyArgument(copy, pointer, bytes, at, scope));
    }
    return [...before, this.#printed(line, ...edits, ...copies)];
  }

  /** An array of variable size gets the bytes that a hook has found on the stack. */
  #array(line: Alloca, at: number, scope: Scope): string[] {
    if (line.count?.value.kind !== 'local') return [this.#printed(line)];
    const type = line.count.type.text;
    const count = line.count.value.text;
    const { bytes } = layoutOf(line.type, this.#module.types);
    const site = this.#sites.add('call', 0, scope.places.position(at), scope.places.functionName(at));
    const [wide, size, room] = [this.#names++, this.#names++, this.#names++].map((number) => `%emu.${number}`);
    const { reserve } = this.#options;
    return [
      type === 'i64'
        ? `  ${wide} = call i64 @llvm.umin.i64(i64 ${count}, i64 4294967296)`
        : `  ${wide} = zext ${type} ${count} to i64`,
      `  ${size} = mul i64 ${wide}, ${bytes}`,
      `  ${room} = call ${POINTER_INT} @__emu_alloca(i64 ${size}, i32 ${site}, i32 ${reserve})`,
      this.#printed(line, { at: line.at, end: line.end, text: `i8, ${POINTER_INT} ${room}` }),
    ];
  }

  /** Calls that the headers make: the number of their place is written in. */
  #runtimeCall(line: Call, callee: string, at: number, scope: Scope): string[] {
    const { result } = line;
    if (callee === SITE && result !== null) {
      const site = this.#sites.add(
        scope.barrierValues.has(result) ? 'barrier' : 'call',
        0,
        scope.places.position(at),
        scope.places.functionName(at),
      );
      // An addition is how IR names a constant.
      return [`  ${result} = add i32 ${site}, 0`];
    }
    if (callee === '__emu_printf') {
      const position = scope.places.position(at);
      const text = this.#textOf(line.args[0]?.value);
      if (text !== null) this.#formats.push({ text, position });
      const site = this.#sites.add('load', 1, position, scope.places.functionName(at));
      return [`  call void @__emu_print_site(i32 ${site})`, this.#printed(line)];
    }
    if (callee === '__emu_undefined') return this.#arithmetic(line, at, scope);
    const called = RUNTIME_CALLS.get(callee);
    const first = line.args[0]?.value;
    if (callee === '__emu_own') return [this.#own(line, scope)];
    if (!called?.site || !first || scope.siteValues.has(first.text)) return [this.#printed(line)];
    // The call with the number of its place as its first argument.
    if (callee === '__emu_spin') return [this.#printed(line, replace(first, String(this.#loop)))];
    const { access } = called;
    const fromShared = access === 'store' && line.args.some(({ value }) => scope.slices.fromShared(value.text));
    // A call that did not come through our headers still has a place of its own.
    const place = [scope.places.position(at), scope.places.functionName(at)] as const;
    const site = this.#sites.add(access ?? 'call', 0, ...place, fromShared ? { fromShared } : {});
    return [this.#printed(line, replace(first, String(site)))];
  }

  /** Returns the text of a constant, up to its first zero; `null` if the value is none. */
  #textOf(value: Value | undefined): string | null {
    if (value?.kind !== 'global') return null;
    const { initializer, isConstant } = this.#variables.get(value.text) ?? {};
    return isConstant && initializer?.kind === 'literal' ? cText(initializer.text) : null;
  }

  /** Arithmetic whose result is not defined for some operands; the optimizer can know that there are none such. */
  #arithmetic({ args }: Call, at: number, { places }: Scope): string[] {
    const [, kind = '', value = ''] = args.map((argument) => argument.value.text);
    if (kind === '0') return [];
    const site = this.#sites.add('call', 0, places.position(at), places.functionName(at));
    return [`  call void @__emu_arithmetic(i32 ${site}, i32 ${kind}, i32 ${value})`];
  }

  /** The address of a whole variable: what the runtime is given of the thread's own is not looked at there. */
  #own({ args, result }: Call, { pointers }: Scope): string {
    const [, given] = args;
    const [site = '', pointer = '', bytes = '', stored = ''] = args.map(({ value }) => value.text);
    if (!given) throw new GraderFault('__emu_own is called without a pointer');
    const origin = pointers.origin(given.value);
    if (origin.kind === 'local' && origin.bytes !== null) {
      if (inside(origin, Number(bytes), origin.bytes)) return `  ${result} = getelementptr i8, ptr ${pointer}, i32 0`;
      const array = `ptr ${origin.root}, i32 ${origin.bytes}`;
      return `  ${result} = call ptr @__emu_local(ptr ${pointer}, i32 ${bytes}, ${array}, i32 ${site})`;
    }
    return `  ${result} = call ptr @__emu_${stored === '0' ? 'r' : 'w'}n(ptr ${pointer}, i32 ${bytes}, i32 ${site})`;
  }

  #access(line: Line, memory: SingleAccess, at: number, scope: Scope): string[] {
    const { stored: bytes, align: natural } = layoutOf(memory.type, this.#module.types);
    const origin = scope.pointers.origin(memory.pointer);
    const size = this.#knownBytes(origin, memory);
    if (bytes > MAX_ACCESS_BYTES) return this.#refuse(at, scope);
    if (size !== null && inside(origin, bytes, size)) {
      this.#counts.own++;
      return [this.#printed(line)];
    }
    this.#counts.hooked++;
    const named = this.#named(origin, scope);
    const place = [scope.places.position(at), scope.places.functionName(at)] as const;
    if (size !== null) {
      const stores = memory.kind === 'load' ? {} : { stores: true };
      const site = this.#sites.addMemory('local', bytes, ...place, { ...named, ...stores });
      const call = `@__emu_local(ptr ${memory.pointer.text}, i32 ${bytes}, ptr ${origin.root}, i32 ${size}, i32 ${site})`;
      return this.#swapped(line, memory, call);
    }
    const fromShared = memory.kind === 'store' && valuesOf(memory).some((value) => scope.slices.fromShared(value));
    const decidedBy = scope.loads.get(scope.deciding.get(at) ?? -1);
    const { result } = line;
    const unsigned = scope.unsigned?.of(at, memory.pointer) ?? [];
    const site = this.#sites.addMemory(memory.kind, bytes, ...place, {
      ...named,
      ...(unsigned.length > 0 && { unsigned }),
      ...(fromShared && { fromShared }),
      ...(this.#storesSum(memory, origin, scope) && { accumulated: true }),
      ...(memory.kind === 'store' && scope.places.isAsyncCopy(at) && { asyncCopy: true as const }),
      ...(memory.kind === 'store' && claimOf(scope.claims(memory.pointer), scope.name)),
      ...(memory.kind === 'atomic' && result !== null && { result: `${scope.name} ${result}` }),
      ...(decidedBy !== undefined && { decidedBy }),
    });
    if (memory.kind === 'load') scope.loads.set(at, site);
    const letter = memory.kind === 'load' ? 'r' : memory.kind === 'store' ? 'w' : 'a';
    const sizes = memory.kind === 'atomic' ? ATOMIC_SIZES : SIZES;
    const under = memory.kind !== 'atomic' && memory.align !== null && memory.align < Math.min(natural, 16);
    if (under || !sizes.has(bytes)) {
      const odd = letter === 'a' ? 'w' : letter;
      return this.#swapped(line, memory, `@__emu_${odd}n(ptr ${memory.pointer.text}, i32 ${bytes}, i32 ${site})`);
    }
    const shared = this.#globals.sharedSymbols.has(origin.root);
    // An atomic load or store: one of the two alone, which counts as atomic; all other atomic operations do both.
    const isOneWay = line.kind === 'load' || line.kind === 'store';
    const single = scope.confirmed.has(at) || (memory.kind === 'atomic' && isOneWay);
    const narrow = memory.kind === 'atomic' && !shared && isNarrow(line) ? HOW.narrow : 0;
    const blind = isBlind(line, scope.uses) || scope.copied.has(at) ? HOW.blind : 0;
    if (memory.volatile || single || narrow || blind || this.#found.locks.has(line)) {
      const how = bytes | this.#special(line, memory, single) | narrow | blind | (shared ? HOW.shared : 0);
      return this.#swapped(line, memory, `@__emu_volatile(ptr ${memory.pointer.text}, i32 ${site}, i32 ${how})`);
    }
    if (memory.cached && !shared) {
      const how = bytes | HOW.cached;
      return this.#swapped(line, memory, `@__emu_volatile(ptr ${memory.pointer.text}, i32 ${site}, i32 ${how})`);
    }
    const hook = scope.undisturbed.has(at) ? 'sl' : shared ? `s${letter}` : letter;
    return this.#swapped(line, memory, `@__emu_${hook}${bytes}(ptr ${memory.pointer.text}, i32 ${site})`);
  }

  #storesSum(memory: SingleAccess, origin: Origin, { slices }: Scope): boolean {
    if (memory.kind !== 'store' || !this.#globals.sharedSymbols.has(origin.root)) return false;
    return valuesOf(memory).some((value) => slices.isAccumulated(value));
  }

  /** The access through the pointer that its hook answers. */
  #swapped(line: Line, memory: SingleAccess, call: string): string[] {
    const name = `%emu.${this.#names++}`;
    return [`  ${name} = call ptr ${call}`, this.#printed(line, replace(memory.pointer, name))];
  }

  /** Returns what the runtime has to know of an access through volatile, or of an atomic one that is not the usual. */
  #special(line: Line, memory: SingleAccess, single: boolean): number {
    const { polled, locks, data } = this.#found;
    if (memory.kind === 'atomic' && !single) return HOW_UPDATE | (locks.has(line) ? HOW.lock : 0);
    const writes = memory.kind === 'store' || (single && memory.value !== null);
    const polls = single || (!writes && polled.has(line));
    // A plain load takes over nothing from other threads.
    const isPlain = line.kind === 'load' && line.orders.length === 0 && !line.volatile;
    if (isPlain) return HOW.poll;
    return HOW.volatile | (writes ? HOW_WRITE : 0) | (polls ? HOW.poll : 0) | (data.has(line) ? HOW.data : 0);
  }

  /** Size of a variable that only this thread has, or that nobody can write; null for all others. */
  #knownBytes(origin: Origin, memory: MemoryInstruction): number | null {
    if (origin.kind === 'local') return origin.bytes;
    return memory.kind === 'load' ? (this.#globals.constants.get(origin.root) ?? null) : null;
  }

  #copy(line: Line, memory: CopyInstruction, at: number, scope: Scope): string[] {
    const [to, from, size] = memory.operands;
    if (!to || !from || !size) return this.#refuse(at, scope);
    if (this.#harmless(memory, scope)) {
      this.#counts.own++;
      return [this.#printed(line)];
    }
    const isSet = memory.operation === 'memset';
    const site = this.#copySite(to, isSet ? null : from, size.text, at, scope);
    const bytes = size.text;
    const result = memory.result ? [`  ${memory.result} = getelementptr i8, ptr ${to.text}, i32 0`] : [];
    if (!isSet) {
      const operands = `ptr ${to.text}, ptr ${from.text}, ${POINTER_INT} ${bytes}, i32 ${site}`;
      return [`  call void @__emu_${memory.operation}(${operands})`, ...result];
    }
    // The intrinsic's value is an i8, the C function's an int.
    const widen = memory.intrinsic && from.kind !== 'integer' ? `%emu.${this.#names++}` : null;
    return [
      ...(widen ? [`  ${widen} = zext i8 ${from.text} to i32`] : []),
      `  call void @__emu_memset(ptr ${to.text}, i32 ${widen ?? from.text}, ${POINTER_INT} ${bytes}, i32 ${site})`,
      ...result,
    ];
  }

  /** The copy of an argument that is passed by value. */
  #copyArgument(to: string, from: Value, bytes: number, at: number, scope: Scope): string[] {
    const site = this.#copySite({ kind: 'local', text: to, at: 0 }, from, String(bytes), at, scope);
    return [`  call void @__emu_memcpy(ptr ${to}, ptr ${from.text}, ${POINTER_INT} ${bytes}, i32 ${site})`];
  }

  /** @param from - `null` for memory that is set */
  #copySite(to: Value, from: Value | null, bytes: string, at: number, scope: Scope): number {
    this.#counts.hooked++;
    const isShared = (root: string) => this.#globals.sharedSymbols.has(root);
    const fromShared = from !== null && [...scope.pointers.roots(from)].some(isShared);
    return this.#sites.addMemory(
      'copy',
      isNumber(bytes) ? Number(bytes) : 0,
      scope.places.position(at),
      scope.places.functionName(at),
      {
        ...this.#named(scope.pointers.origin(to), scope),
        ...(fromShared && { fromShared }),
        ...(scope.places.isAsyncCopy(at) && { asyncCopy: true as const }),
        ...claimOf(scope.claims(to), scope.name),
      },
    );
  }

  /** A copy of constant size between variables of this thread, or into one from a constant. */
  #harmless(memory: CopyInstruction, scope: Scope): boolean {
    const [to, from, size] = memory.operands;
    const bytes = size ? numberIn(size) : null;
    if (!to || !from || bytes === null) return false;
    const target = scope.pointers.origin(to);
    if (target.kind !== 'local' || !inside(target, bytes, target.bytes ?? 0)) return false;
    if (memory.operation === 'memset') return true;
    const source = scope.pointers.origin(from);
    const known = source.kind === 'local' ? source.bytes : (this.#globals.constants.get(source.root) ?? null);
    return known !== null && inside(source, bytes, known);
  }

  #named(origin: Origin, { given }: Scope): Pick<Site, 'variable' | 'pointer'> {
    const variable = this.#variable(origin);
    const pointer = given.indexOf(origin.root);
    return { ...(variable !== null && { variable }), ...(pointer >= 0 && { pointer }) };
  }

  #variable(origin: Origin): string | null {
    if (origin.kind === 'global') return localName(nameOf(origin.root));
    return origin.root.startsWith('%') ? sourceName(nameOf(origin.root)) : null;
  }
}

/** Returns the parameters that are pointers: structs that are passed by value are none. */
function pointerParameters({ parameters }: FunctionHeader): string[] {
  return parameters
    .filter(({ type, attributes }) => type.kind === 'pointer' && !attribute(attributes, 'byval'))
    .map(({ name }) => name);
}

/** Names the atomic functions by which the thread of a store claims its work. */
function claimOf(results: readonly string[], name: string): Pick<Site, 'claimed' | 'claimedBy'> {
  return results.length > 0 ? { claimed: true, claimedBy: results.map((result) => `${name} ${result}`) } : {};
}

const SITE = '__emu_site';

/** Functions of the runtime at which threads of a block, a cluster or a grid wait for each other. */
const BARRIERS: ReadonlySet<string> = new Set([
  ...['__emu_barrier', '__emu_barrier_reduce', '__emu_grid_sync'],
  ...['__emu_cluster_sync', '__emu_cluster_wait', '__emu_cluster_arrive'],
]);

/** Returns the value that is the number of a barrier's place, if the line is a barrier. */
function barrierSite(line: Line): string[] {
  const callee = calleeOf(line);
  const isBarrier = callee !== null && BARRIERS.has(callee);
  const site = isBarrier && line.kind === 'call' ? line.args[0]?.value : undefined;
  return site?.kind === 'local' ? [site.text] : [];
}

function countUses(body: readonly Line[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { uses } of body) for (const name of uses) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function valuesOf({ value }: SingleAccess): string[] {
  return value ? namesIn(value) : [];
}

function isNarrow(line: Line): boolean {
  if (!('orders' in line)) return false;
  const [last = '', before = ''] = line.orders.toReversed();
  return NARROW.has(last) || (last === 'monotonic' && NARROW.has(before));
}

/**
 * Returns the loads that are parts of a copied structure and that the function only stores again. The optimizer divides
 * copies into loads and stores, those of padding too. A copy reports nothing that is not initialized.
 */
function partsOfCopies(body: readonly Line[]): ReadonlySet<number> {
  const parts = new Map<string, number>();
  for (const [at, line] of body.entries())
    if (line.kind === 'load' && line.result !== null && isCopied(line.result)) parts.set(line.result, at);
  if (parts.size === 0) return new Set();
  for (const line of body) {
    const stored = line.kind === 'store' ? namesIn(line.value) : [];
    for (const name of line.uses) if (!stored.includes(name)) parts.delete(name);
  }
  return new Set(parts.values());
}

/** True for the name that LLVM gives to a part of a copy: `%state.sroa.7.0.copyload`. */
function isCopied(name: string): boolean {
  const parts = name.split('.');
  return parts.includes('sroa') && withoutNumber(parts.at(-1) ?? '') === 'copyload';
}

/** An exchange whose answer is not used in this function. */
function isBlind(line: Line, uses: ReadonlyMap<string, number>): boolean {
  return line.kind === 'atomicrmw' && line.operation === 'xchg' && line.result !== null && !uses.has(line.result);
}

function inside(origin: Origin, bytes: number, size: number): boolean {
  return origin.offset !== null && origin.offset >= 0 && origin.offset + bytes <= size;
}

/** The words that the compiler adds to the name of a variable, after a point and before a number. */
const ADDED: ReadonlySet<string> = new Set(['', 'addr', 'coerce']);

/** Returns the name that a value has in the source; `null` if the compiler has given it a name. */
function sourceName(name: string): string | null {
  const point = name.indexOf('.');
  const own = point < 0 ? name : name.slice(0, point);
  const rest = name.slice(own.length + 1);
  const added = withoutNumber(rest);
  const isPart = added === 'sroa.' && rest !== added;
  return (ADDED.has(added) || isPart) && isIdentifier(own) ? own : null;
}

function withoutNumber(name: string): string {
  let end = name.length;
  while (end > 0 && isNumber(name[end - 1] ?? '')) end--;
  return name.slice(0, end);
}

function isIdentifier(name: string): boolean {
  const isLetter = (char: string) =>
    (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z') || char === '_' || char > '\u007f';
  return isLetter(name[0] ?? '') && [...name].every((char) => isLetter(char) || isNumber(char));
}
