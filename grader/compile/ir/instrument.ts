import { ACCESS_NAMES, HOW, HOW_TYPE_SHIFT, MAX_ACCESS_BYTES } from '../../abi/index.ts';
import type { Diagnostic, Flow, Site } from '../program.ts';
import { addressTaken, byValueCall, withoutByValue } from './by-value.ts';
import { type CallGraph, recursive } from './calls.ts';
import { claims } from './claims.ts';
import type { DebugInfo } from './debug.ts';
import { decidingLoads } from './deciding.ts';
import { expectedLoads } from './expected.ts';
import { isVolatileData } from './flags.ts';
import { addFlow } from './flow.ts';
import { type DeviceGlobals, localName } from './globals.ts';
import {
  type CopyInstruction,
  type MemoryInstruction,
  parseMemory,
  type SingleAccess,
  touchesMemory,
} from './instruction.ts';
import { undisturbedLoads } from './intervals.ts';
import { stepsOf } from './loops.ts';
import { readMarks } from './marks.ts';
import { type IrFunction, type IrModule, unquote } from './module.ts';
import { Places } from './places.ts';
import { type Origin, Pointers } from './pointers.ts';
import { argumentsOf, type Operand, RUNTIME_CALLS } from './runtime.ts';
import { Sites } from './sites.ts';
import { functionSlices, type Slices, valuesIn } from './slice.ts';
import { isPolled, takesLock } from './spins.ts';
import { endOfType, layoutOf } from './types.ts';

/** Sizes that have a hook of their own; others are checked byte by byte. */
const SIZES = new Set([1, 2, 4, 8, 16]);
const ATOMIC_SIZES = new Set([1, 2, 4, 8]);
/** `how` of a volatile access. */
const HOW_WRITE = ACCESS_NAMES.indexOf('write') << HOW_TYPE_SHIFT;
const HOW_UPDATE = ACCESS_NAMES.indexOf('atomic') << HOW_TYPE_SHIFT;
/** An order that is not relaxed stands for block scope: so the headers say it (include/emu/atomics.h). */
const NARROW = / (?:acq_rel|acquire|release)(?: monotonic)?, align /;
/** A barrier, and the value that is the number of its place. */
const BARRIER_SITE = /@__emu_(?:barrier\w*|grid_sync)\(i32 (?:\w+ )*(%[^\s,)]+)[,)]/;

/** What code generation has shown, and what is only asked for in a second run. */
export interface InstrumentOptions {
  /** Bytes of stack that hooks keep for functions that do not look at the stack themselves. */
  readonly reserve: number;
  /** Keep debug locations: nobody needs them but who looks for the line of an instruction. */
  readonly located: boolean;
}

/** What is known about the function that is being rewritten. */
interface Scope {
  readonly name: string;
  /** Variables that the instrumentation adds at the start of the function. */
  readonly added: string[];
  readonly body: readonly string[];
  readonly places: Places;
  readonly pointers: Pointers;
  readonly slices: Slices;
  /** The atomic functions' results that the address of a store is computed from. */
  readonly claims: (pointer: string) => readonly string[];
  /** Values that are the number of their place: results of `__emu_site`. */
  readonly siteValues: ReadonlySet<string>;
  /** Those of them that a barrier is given. */
  readonly barrierValues: ReadonlySet<string>;
  /** Lines that load from shared memory where no store can race with them. */
  readonly undisturbed: ReadonlySet<number>;
  /** Lines that store, and the line that loads the same element and decides whether they do. */
  readonly deciding: ReadonlyMap<number, number>;
  /** Lines that load what a compare-and-swap expects. */
  readonly expected: ReadonlySet<number>;
  /** Sites of lines that load. */
  readonly loads: Map<number, number>;
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
  readonly #options: InstrumentOptions;
  readonly #refused: Diagnostic[] = [];
  readonly #flow: Flow[] = [];
  #names = 0;
  /** Instructions that touch memory: all of them, those with a hook, those in a variable of the thread's own. */
  readonly #counts = { all: 0, hooked: 0, own: 0 };
  /** Site of the last loop that was begun. */
  #loop = 0;

  constructor(
    module: IrModule,
    debug: DebugInfo,
    globals: DeviceGlobals,
    graph: CallGraph,
    kernels: ReadonlySet<string>,
    options: InstrumentOptions,
  ) {
    this.#module = module;
    this.#options = options;
    this.#taken = addressTaken(module);
    this.#kernels = kernels;
    this.#defined = new Set(module.functions.map((fn) => fn.name));
    this.#debug = debug;
    this.#globals = globals;
    this.#recursive = recursive(graph);
    this.#marks = readMarks(module.lines, debug.names);
  }

  get sites(): readonly Site[] {
    return this.#sites.table;
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
   * @throws Error if that is not so, which is a fault of the grader
   */
  assertMediated(): void {
    const { all, hooked, own } = this.#counts;
    if (all === hooked + own + this.#refused.length) return;
    throw new Error(`of ${all} instructions that touch memory, ${hooked} have hooks and ${own} are the thread's own`);
  }

  /** Adds a site that no instruction has: of a kernel as a whole. */
  addSite(...site: Parameters<Sites['add']>): number {
    return this.#sites.add(...site);
  }

  /**
   * Debug locations are no longer needed once sites have their positions, and what follows is faster without them.
   * @returns the function's body with every access hooked; `}` last
   */
  rewrite(fn: IrFunction): string[] {
    const given = this.#module.lines[fn.start] ?? '';
    const header = this.#taken.has(fn.name) ? withoutByValue(given) : given;
    const body = this.#module.lines.slice(fn.start + 1, fn.end);
    const pointers = new Pointers(header, body, this.#module.types);
    const places = new Places(header, body, this.#debug, this.#marks);
    const scope: Scope = {
      name: fn.name,
      added: [],
      body,
      places,
      pointers,
      slices: functionSlices(body, pointers, this.#globals.sharedSymbols),
      claims: claims(body, pointers, this.#globals.sharedSymbols),
      siteValues: new Set(body.flatMap((line) => /^\s+(%\S+) = .*@__emu_site\(\)/.exec(line)?.[1] ?? [])),
      barrierValues: new Set(body.flatMap((line) => BARRIER_SITE.exec(line)?.[1] ?? [])),
      deciding: decidingLoads(body),
      expected: expectedLoads(body),
      loads: new Map(),
      undisturbed: this.#kernels.has(fn.name)
        ? undisturbedLoads(body, {
            places,
            pointers,
            shared: this.#globals.sharedSymbols,
            parameters: new Set(valuesIn(header)),
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
    out.splice(/^\S/.test(out[0] ?? '') ? 1 : 0, 0, ...scope.added);
    return [...(this.#options.located ? out : out.map((line) => line.replace(/, !dbg !\d+/, ''))), '}'];
  }

  #line(at: number, scope: Scope): string[] {
    const line = scope.body[at] ?? '';
    if (line.includes('@__emu_') && RUNTIME_CALLS.has(argumentsOf(line)?.callee ?? ''))
      return this.#runtimeCall(line, at, scope);
    const touches = touchesMemory(line);
    if (touches) this.#counts.all++;
    const call = byValueCall(line, this.#module.types);
    if (call) return this.#byValue(call, at, scope);
    if (/^\s+%\S+ = alloca /.test(line)) return this.#array(line, at, scope);
    const memory = parseMemory(line);
    if (!memory) return touches ? this.#refuse(at, scope) : [line];
    return memory.kind === 'copy' ? this.#copy(line, memory, at, scope) : this.#access(line, memory, at, scope);
  }

  #refuse(at: number, { places, body }: Scope): string[] {
    const position = places.position(at);
    const feature = /\b(?:load|store|cmpxchg|atomicrmw)\b/.test(body[at] ?? '')
      ? 'an access to memory of an unusual type'
      : 'an unusual access to memory';
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
  #byValue({ line, passed }: NonNullable<ReturnType<typeof byValueCall>>, at: number, scope: Scope): string[] {
    const before: string[] = [];
    let call = line;
    this.#counts.all += passed.length - 1;
    for (const { type, bytes, align, pointer, at: place } of [...passed].reverse()) {
      const copy = `%emu.${this.#names++}`;
      scope.added.push(`  ${copy} = alloca ${type}, align ${align}`);
      call = call.slice(0, place) + copy + call.slice(place + pointer.length);
      const operands = [copy, pointer, String(bytes)];
      const origin = scope.pointers.origin(pointer);
      const size = origin.kind === 'local' ? origin.bytes : (this.#globals.constants.get(origin.root) ?? null);
      if (size !== null && inside(origin, bytes, size)) {
        this.#counts.own++;
        before.push(`  call void @llvm.memcpy.p0.p0.i32(ptr ${copy}, ptr ${pointer}, i32 ${bytes}, i1 false)`);
      } else
        before.push(
          ...this.#copy('', { kind: 'copy', operation: 'memcpy', operands, result: null, intrinsic: true }, at, scope),
        );
    }
    return [...before, call];
  }

  /** An array of variable size gets the bytes that a hook has found on the stack. */
  #array(line: string, at: number, scope: Scope): string[] {
    const head = /^\s+%\S+ = alloca (?:inalloca )?/.exec(line)?.[0] ?? '';
    const typeEnd = endOfType(line, head.length);
    const [, type = '', count = ''] = /^, (i\d+) (%[^,]+)/.exec(line.slice(typeEnd)) ?? [];
    if (!count) return [line];
    const { bytes } = layoutOf(line.slice(head.length, typeEnd), this.#module.types);
    const site = this.#sites.add('call', 0, scope.places.position(at), scope.places.functionName(at));
    const [wide, size, room] = [this.#names++, this.#names++, this.#names++].map((number) => `%emu.${number}`);
    const { reserve } = this.#options;
    return [
      type === 'i64'
        ? `  ${wide} = call i64 @llvm.umin.i64(i64 ${count}, i64 4294967296)`
        : `  ${wide} = zext ${type} ${count} to i64`,
      `  ${size} = mul i64 ${wide}, ${bytes}`,
      `  ${room} = call i32 @__emu_alloca(i64 ${size}, i32 ${site}, i32 ${reserve})`,
      `${head}i8, i32 ${room}${line.slice(typeEnd).replace(/^, i\d+ %[^,]+/, '')}`,
    ];
  }

  /** Calls that the headers make: the number of their place is written in. */
  #runtimeCall(line: string, at: number, scope: Scope): string[] {
    const result = /^\s+(%\S+) = .*@__emu_site\(\)/.exec(line)?.[1];
    if (result) {
      const site = this.#sites.add(
        scope.barrierValues.has(result) ? 'barrier' : 'call',
        0,
        scope.places.position(at),
        scope.places.functionName(at),
      );
      // An addition is how IR names a constant.
      return [`  ${result} = add i32 ${site}, 0`];
    }
    const call = argumentsOf(line);
    if (call?.callee === '__emu_printf') {
      const site = this.#sites.add('load', 1, scope.places.position(at), scope.places.functionName(at));
      return [`  call void @__emu_print_site(i32 ${site})`, line];
    }
    if (!call || !RUNTIME_CALLS.get(call.callee)?.site) return [line];
    const [first] = call.operands;
    if (call.callee === '__emu_own') return [this.#own(line, call.operands, scope)];
    if (!first || scope.siteValues.has(first.value)) return [line];
    if (call.callee === '__emu_spin') return [written(line, first, this.#loop)];
    const { access } = RUNTIME_CALLS.get(call.callee) ?? {};
    const fromShared = access === 'store' && call.operands.some(({ value }) => scope.slices.fromShared(value));
    // A call that did not come through our headers still has a place of its own.
    const place = [scope.places.position(at), scope.places.functionName(at)] as const;
    const site = this.#sites.add(access ?? 'call', 0, ...place, fromShared ? { fromShared } : {});
    return [written(line, first, site)];
  }

  /** The address of a whole variable: what the runtime is given of the thread's own is not looked at there. */
  #own(line: string, operands: readonly Operand[], { pointers }: Scope): string {
    const [site = '', pointer = '', bytes = '', stored = ''] = operands.map(({ value }) => value);
    const result = /^\s+(%(?:"[^"]*"|[-\w.$]+)) = /.exec(line)?.[1] ?? '';
    const origin = pointers.origin(pointer);
    if (origin.kind === 'local' && origin.bytes !== null) {
      if (inside(origin, Number(bytes), origin.bytes)) return `  ${result} = getelementptr i8, ptr ${pointer}, i32 0`;
      const array = `ptr ${origin.root}, i32 ${origin.bytes}`;
      return `  ${result} = call ptr @__emu_local(ptr ${pointer}, i32 ${bytes}, ${array}, i32 ${site})`;
    }
    return `  ${result} = call ptr @__emu_${stored === '0' ? 'r' : 'w'}n(ptr ${pointer}, i32 ${bytes}, i32 ${site})`;
  }

  #access(line: string, memory: SingleAccess, at: number, scope: Scope): string[] {
    const { stored: bytes, align: natural } = layoutOf(memory.type, this.#module.types);
    const origin = scope.pointers.origin(memory.pointer);
    const size = this.#knownBytes(origin, memory);
    if (bytes > MAX_ACCESS_BYTES) return this.#refuse(at, scope);
    if (size !== null && inside(origin, bytes, size)) {
      this.#counts.own++;
      return [line];
    }
    this.#counts.hooked++;
    const variable = this.#variable(origin);
    const named = variable === null ? {} : { variable };
    const place = [scope.places.position(at), scope.places.functionName(at)] as const;
    if (size !== null) {
      const site = this.#sites.add('local', bytes, ...place, named);
      const call = `@__emu_local(ptr ${memory.pointer}, i32 ${bytes}, ptr ${origin.root}, i32 ${size}, i32 ${site})`;
      return this.#swapped(line, memory, call);
    }
    const fromShared =
      memory.kind === 'store' && valuesIn(memory.value ?? '').some((value) => scope.slices.fromShared(value));
    const decidedBy = scope.loads.get(scope.deciding.get(at) ?? -1);
    const result = /^\s+(%\S+) = /.exec(line)?.[1];
    const site = this.#sites.add(memory.kind, bytes, ...place, {
      ...named,
      ...(fromShared && { fromShared }),
      ...(this.#storesSum(memory, origin, scope) && { accumulated: true }),
      ...(memory.kind === 'store' && claimOf(scope.claims(memory.pointer), scope.name)),
      ...(memory.kind === 'atomic' && result !== undefined && { result: `${scope.name} ${result}` }),
      ...(decidedBy !== undefined && { decidedBy }),
    });
    if (memory.kind === 'load') scope.loads.set(at, site);
    const letter = memory.kind === 'load' ? 'r' : memory.kind === 'store' ? 'w' : 'a';
    const sizes = memory.kind === 'atomic' ? ATOMIC_SIZES : SIZES;
    const under = memory.kind !== 'atomic' && memory.align !== null && memory.align < Math.min(natural, 16);
    if (under || !sizes.has(bytes)) {
      const odd = letter === 'a' ? 'w' : letter;
      return this.#swapped(line, memory, `@__emu_${odd}n(ptr ${memory.pointer}, i32 ${bytes}, i32 ${site})`);
    }
    const shared = this.#globals.sharedSymbols.has(origin.root);
    // An atomic load or store: one of the two alone, which counts as atomic; all other atomic operations do both.
    const single = scope.expected.has(at) || (memory.kind === 'atomic' && / (?:load|store) atomic /.test(line));
    const narrow = memory.kind === 'atomic' && !shared && NARROW.test(line) ? HOW.narrow : 0;
    const blind = isBlind(line, scope.body) ? HOW.blind : 0;
    if (memory.volatile || single || narrow || blind || takesLock(line)) {
      const how = bytes | specialOf(line, memory, single) | narrow | blind | (shared ? HOW.shared : 0);
      return this.#swapped(line, memory, `@__emu_volatile(ptr ${memory.pointer}, i32 ${site}, i32 ${how})`);
    }
    if (memory.cached && !shared) {
      const how = bytes | HOW.cached;
      return this.#swapped(line, memory, `@__emu_volatile(ptr ${memory.pointer}, i32 ${site}, i32 ${how})`);
    }
    const hook = scope.undisturbed.has(at) ? 'sl' : shared ? `s${letter}` : letter;
    return this.#swapped(line, memory, `@__emu_${hook}${bytes}(ptr ${memory.pointer}, i32 ${site})`);
  }

  #storesSum(memory: SingleAccess, origin: Origin, { slices }: Scope): boolean {
    if (memory.kind !== 'store' || !this.#globals.sharedSymbols.has(origin.root)) return false;
    return valuesIn(memory.value ?? '').some((value) => slices.isAccumulated(value));
  }

  /** The access through the pointer that its hook answers. */
  #swapped(line: string, memory: SingleAccess, call: string): string[] {
    const name = `%emu.${this.#names++}`;
    const swapped = line.slice(0, memory.at) + name + line.slice(memory.at + memory.pointer.length);
    return [`  ${name} = call ptr ${call}`, swapped];
  }

  /** Size of a variable that only this thread has, or that nobody can write; null for all others. */
  #knownBytes(origin: Origin, memory: MemoryInstruction): number | null {
    if (origin.kind === 'local') return origin.bytes;
    return memory.kind === 'load' ? (this.#globals.constants.get(origin.root) ?? null) : null;
  }

  #copy(line: string, memory: CopyInstruction, at: number, scope: Scope): string[] {
    const [to = '', from = '', bytes = ''] = memory.operands;
    if (line && this.#harmless(memory, scope)) {
      this.#counts.own++;
      return [line];
    }
    this.#counts.hooked++;
    const origin = this.#variable(scope.pointers.origin(to));
    const fromShared =
      memory.operation !== 'memset' &&
      [...scope.pointers.roots(from)].some((root) => this.#globals.sharedSymbols.has(root));
    const site = this.#sites.add(
      'copy',
      /^\d+$/.test(bytes) ? Number(bytes) : 0,
      scope.places.position(at),
      scope.places.functionName(at),
      {
        ...(origin !== null && { variable: origin }),
        ...(fromShared && { fromShared }),
        ...claimOf(scope.claims(to), scope.name),
      },
    );
    const result = memory.result ? [`  ${memory.result} = getelementptr i8, ptr ${to}, i32 0`] : [];
    if (memory.operation !== 'memset') {
      return [`  call void @__emu_${memory.operation}(ptr ${to}, ptr ${from}, i32 ${bytes}, i32 ${site})`, ...result];
    }
    // The intrinsic's value is an i8, the C function's an int.
    const widen = memory.intrinsic && !/^-?\d+$/.test(from) ? `%emu.${this.#names++}` : null;
    return [
      ...(widen ? [`  ${widen} = zext i8 ${from} to i32`] : []),
      `  call void @__emu_memset(ptr ${to}, i32 ${widen ?? from}, i32 ${bytes}, i32 ${site})`,
      ...result,
    ];
  }

  /** A copy of constant size between variables of this thread, or into one from a constant. */
  #harmless(memory: CopyInstruction, scope: Scope): boolean {
    const [to = '', from = '', bytes = ''] = memory.operands;
    if (!/^\d+$/.test(bytes)) return false;
    const target = scope.pointers.origin(to);
    if (target.kind !== 'local' || !inside(target, Number(bytes), target.bytes ?? 0)) return false;
    if (memory.operation === 'memset') return true;
    const source = scope.pointers.origin(from);
    const size = source.kind === 'local' ? source.bytes : (this.#globals.constants.get(source.root) ?? null);
    return size !== null && inside(source, Number(bytes), size);
  }

  #variable(origin: Origin): string | null {
    if (origin.kind === 'global') return localName(unquote(origin.root));
    const name = unquote(origin.root).replace(/\.(?:addr|coerce|sroa\.\d+)?\d*$/, '');
    return origin.root.startsWith('%') && /^[A-Za-z_]\w*$/.test(name) ? name : null;
  }
}

/** Names the atomic functions by which the thread of a store claims its work. */
function claimOf(results: readonly string[], name: string): Pick<Site, 'claimed' | 'claimedBy'> {
  return results.length > 0 ? { claimed: true, claimedBy: results.map((result) => `${name} ${result}`) } : {};
}

/** What the runtime has to know of an access through volatile, or of an atomic one that is not the usual. */
function specialOf(line: string, memory: SingleAccess, single: boolean): number {
  if (memory.kind === 'atomic' && !single) return HOW_UPDATE | (takesLock(line) ? HOW.lock : 0);
  const writes = memory.kind === 'store' || (single && memory.value !== null);
  const polls = single || (!writes && isPolled(line));
  return HOW.volatile | (writes ? HOW_WRITE : 0) | (polls ? HOW.poll : 0) | (isVolatileData(line) ? HOW.data : 0);
}

/** An exchange whose answer is not used in this function. */
function isBlind(line: string, body: readonly string[]): boolean {
  const [, answer] = /^\s+(%(?:"[^"]*"|[-\w.$]+)) = atomicrmw (?:volatile )?xchg /.exec(line) ?? [];
  if (!answer) return false;
  const used = new RegExp(`[ ([{]${answer.replace(/[.$]/g, '\\$&')}(?![-\\w.$])`);
  return !body.some((other) => other !== line && used.test(other));
}

/** The call with the number of its place as its first argument. */
function written(line: string, { at, value }: Operand, site: number): string {
  return `${line.slice(0, at)}${site}${line.slice(at + value.length)}`;
}

function inside(origin: Origin, bytes: number, size: number): boolean {
  return origin.offset !== null && origin.offset >= 0 && origin.offset + bytes <= size;
}
