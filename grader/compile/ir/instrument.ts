import type { Site, SiteKind, SourcePosition } from '../program.ts';
import { backEdges, parseBlocks } from './blocks.ts';
import { type CallGraph, recursive } from './calls.ts';
import type { DebugInfo } from './debug.ts';
import type { DeviceGlobals } from './globals.ts';
import { localName } from './globals.ts';
import { type MemoryInstruction, parseMemory } from './instruction.ts';
import { type IrFunction, type IrModule, unquote } from './module.ts';
import { type Origin, Pointers } from './pointers.ts';
import { Slices, valuesIn } from './slice.ts';
import { layoutOf } from './types.ts';

/** Sizes that have a hook of their own; others are checked byte by byte. */
const SIZES = new Set([1, 2, 4, 8, 16]);
const ATOMIC_SIZES = new Set([1, 2, 4, 8]);

/** Numbers the sites of a module and rewrites its function bodies. */
export class Instrumenter {
  readonly sites: Site[] = [];
  readonly #module: IrModule;
  readonly #debug: DebugInfo;
  readonly #globals: DeviceGlobals;
  readonly #recursive: ReadonlySet<string>;
  #names = 0;

  constructor(module: IrModule, debug: DebugInfo, globals: DeviceGlobals, graph: CallGraph) {
    this.#module = module;
    this.#debug = debug;
    this.#globals = globals;
    this.#recursive = recursive(graph);
  }

  headerOf(fn: IrFunction): string {
    return this.#module.lines[fn.start] ?? '';
  }

  /** @returns the function's body with every access hooked; `}` last */
  rewrite(fn: IrFunction): string[] {
    const header = this.#module.lines[fn.start] ?? '';
    const body = this.#module.lines.slice(fn.start + 1, fn.end);
    const ownDebug = /!dbg !(\d+)/.exec(header)?.[1] ?? null;
    const pointers = new Pointers(header, body, this.#module.types);
    const slices = this.#slices(body, pointers);
    const loops = this.#loops(body, fn, ownDebug);
    const out: string[] = [];
    for (const [i, line] of body.entries()) {
      out.push(...(loops.get(i) ?? []), ...this.#line(line, pointers, slices, ownDebug));
    }
    return [...out, '}'];
  }

  #line(line: string, pointers: Pointers, slices: Slices, ownDebug: string | null): string[] {
    const dbg = /!dbg !(\d+)/.exec(line)?.[1] ?? null;
    if (line.includes('@__emu_site()')) {
      const result = /^\s+(%\S+) = /.exec(line)?.[1];
      const site = this.#site('call', 0, dbg, ownDebug);
      // An addition is how IR names a constant.
      return result ? [`  ${result} = add i32 ${site}, 0`] : [];
    }
    const memory = parseMemory(line);
    if (!memory) return [line];
    if (memory.kind === 'copy') return this.#copy(memory, dbg, ownDebug);
    return this.#access(line, memory, pointers, slices, dbg, ownDebug);
  }

  #access(
    line: string,
    memory: Exclude<MemoryInstruction, { kind: 'copy' }>,
    pointers: Pointers,
    slices: Slices,
    dbg: string | null,
    ownDebug: string | null,
  ): string[] {
    const { bytes, align: natural } = layoutOf(memory.type, this.#module.types);
    const origin = pointers.origin(memory.pointer);
    const size = origin.kind === 'local' ? origin.bytes : (this.#globals.constants.get(origin.root) ?? null);
    if (size !== null && origin.offset !== null && origin.offset >= 0 && origin.offset + bytes <= size) return [line];

    const tail = dbg ? `, !dbg !${dbg}` : ownDebug ? `, !dbg !${this.#fallback(ownDebug)}` : '';
    const swap = (call: (name: string, site: number) => string, site: number): string[] => {
      const name = `%emu.${this.#names++}`;
      const swapped = line.slice(0, memory.at) + name + line.slice(memory.at + memory.pointer.length);
      return [`  ${name} = ${call(name, site)}${tail}`, swapped];
    };
    if (size !== null) {
      const site = this.#site('local', bytes, dbg, ownDebug, { variable: this.#variable(origin) });
      return swap(() => `call ptr @__emu_local(ptr ${memory.pointer}, i32 ${bytes}, ptr ${origin.root}, i32 ${size}, i32 ${site})`, site);
    }
    const shared = this.#globals.sharedSymbols.has(origin.root);
    const fromShared = memory.kind === 'store' && memory.value !== null && valuesIn(memory.value).some((value) => slices.fromShared(value));
    const variable = this.#variable(origin);
    const site = this.#site(memory.kind, bytes, dbg, ownDebug, {
      ...(fromShared && { fromShared }),
      ...(variable && { variable }),
    });
    const letter = memory.kind === 'load' ? 'r' : memory.kind === 'store' ? 'w' : 'a';
    const sizes = memory.kind === 'atomic' ? ATOMIC_SIZES : SIZES;
    const under = memory.kind !== 'atomic' && memory.align !== null && memory.align < Math.min(natural, 16);
    return swap((_, number) => {
      if (under || !sizes.has(bytes)) return `call ptr @__emu_${letter}n(ptr ${memory.pointer}, i32 ${bytes}, i32 ${number})`;
      return `call ptr @__emu_${shared ? 's' : ''}${letter}${bytes}(ptr ${memory.pointer}, i32 ${number})`;
    }, site);
  }

  #copy(memory: Extract<MemoryInstruction, { kind: 'copy' }>, dbg: string | null, ownDebug: string | null): string[] {
    const [to = '', from = '', bytes = ''] = memory.operands;
    const site = this.#site('copy', 0, dbg, ownDebug);
    const tail = dbg ? `, !dbg !${dbg}` : ownDebug ? `, !dbg !${this.#fallback(ownDebug)}` : '';
    const lines: string[] = [];
    const result = memory.result ? [`  ${memory.result} = getelementptr i8, ptr ${to}, i32 0`] : [];
    if (memory.operation !== 'memset') {
      lines.push(`  call void @__emu_${memory.operation}(ptr ${to}, ptr ${from}, i32 ${bytes}, i32 ${site})${tail}`);
      return [...lines, ...result];
    }
    // The intrinsic's value is an i8, the C function's an int.
    let value = from;
    if (!/^-?\d+$/.test(from) && memory.operands.length === 4) {
      value = `%emu.${this.#names++}`;
      lines.push(`  ${value} = zext i8 ${from} to i32`);
    }
    lines.push(`  call void @__emu_memset(ptr ${to}, i32 ${value}, i32 ${bytes}, i32 ${site})${tail}`);
    return [...lines, ...result];
  }

  /** Lines to put before a body line: a step of the budget at each loop's head and at the entry of what may recurse. */
  #loops(body: readonly string[], fn: IrFunction, ownDebug: string | null): Map<number, string[]> {
    const blocks = parseBlocks(body);
    const steps = new Map<number, string[]>();
    const add = (start: number, position: SourcePosition | null, dbg: string | null) => {
      let at = start;
      while (/^\s+%\S+ = (?:phi|alloca) /.test(body[at] ?? '')) at++;
      if (steps.has(at)) return;
      const site = this.#site('loop', 0, dbg, ownDebug, {}, position);
      const tail = ownDebug ? `, !dbg !${this.#fallback(dbg ?? ownDebug)}` : '';
      steps.set(at, [`  call void @__emu_loop(i32 ${site})${tail}`]);
    };
    for (const { from, to } of backEdges(blocks)) {
      const terminator = body.slice(from.terminator, from.end).join('\n');
      const loop = /!llvm\.loop !(\d+)/.exec(terminator)?.[1];
      const dbg = /!dbg !(\d+)/.exec(terminator)?.[1] ?? null;
      add(to.start, loop ? this.#debug.loopStart(loop) : null, dbg);
    }
    if (this.#recursive.has(fn.name)) add(blocks[0]?.start ?? 0, null, ownDebug);
    return steps;
  }

  #slices(body: readonly string[], pointers: Pointers): Slices {
    const slices = new Slices();
    for (const line of body) {
      const definition = /^\s+(%(?:"[^"]*"|[-\w.$]+)) = (.*)$/.exec(line);
      const memory = parseMemory(line);
      if (memory && memory.kind !== 'copy') {
        const origin = pointers.origin(memory.pointer);
        if (memory.kind === 'store' && origin.kind === 'local') {
          for (const value of valuesIn(memory.value ?? '')) slices.storesLocal(origin.root, value);
        }
        if (definition?.[1] && memory.kind === 'load') {
          if (this.#globals.sharedSymbols.has(origin.root)) slices.loadsShared(definition[1]);
          else if (origin.kind === 'local') slices.loadsLocal(definition[1], origin.root);
          continue;
        }
      }
      if (definition?.[1]) slices.define(definition[1], valuesIn(definition[2] ?? ''));
    }
    return slices;
  }

  #variable(origin: Origin): string | undefined {
    if (origin.kind === 'global') return localName(unquote(origin.root));
    const name = unquote(origin.root).replace(/\.(?:addr|coerce|sroa\.\d+)?\d*$/, '');
    return /^[A-Za-z_]\w*$/.test(name) && origin.root.startsWith('%') && !/^\d/.test(name) ? name : undefined;
  }

  #site(
    kind: SiteKind,
    bytes: number,
    dbg: string | null,
    ownDebug: string | null,
    more: Pick<Site, 'fromShared' | 'variable'> = {},
    position?: SourcePosition | null,
  ): number {
    this.sites.push({
      kind,
      bytes,
      position: position ?? this.#debug.position(dbg) ?? this.#debug.subprogram(ownDebug)?.position ?? null,
      function: this.#debug.functionName(dbg) ?? this.#debug.subprogram(ownDebug)?.name ?? '',
      ...more,
    });
    return this.sites.length - 1;
  }

  /** A call in a function with debug information needs a location: the function's own subprogram is not one. */
  readonly #locations = new Map<string, string>();
  readonly extraMetadata: string[] = [];
  #fallback(node: string): string {
    if (this.#debug.isLocation(node)) return node;
    const known = this.#locations.get(node);
    if (known) return known;
    const id = String(900_000_000 + this.#locations.size);
    this.#locations.set(node, id);
    this.extraMetadata.push(`!${id} = !DILocation(line: 0, scope: !${node})`);
    return id;
  }
}
