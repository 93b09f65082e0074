import type { RecordedEvent, RecordedVariable, RecordingTables, ScalarFormat, SourcePosition } from '../../program.ts';
import type { SourceNames } from '../../source-file.ts';
import { type DebugInfo, parseDebugInfo } from '../debug.ts';
import { numberIn } from '../pointers.ts';
import {
  attached,
  calleeOf,
  type IrFunction,
  type IrModule,
  type Line,
  layoutOf,
  type MetadataNode,
  readModule,
  structLayout,
  type Type,
} from '../read/index.ts';
import { waits } from '../runtime.ts';
import { DebugVariables } from './variables.ts';

const TRACE = '__emu_trace';
const DECLARATION = `declare void @${TRACE}(i32, i64, i64, i64) nounwind`;

/**
 * Adds calls that record what threads do. To the optimizer each of them is a call that can look at all memory, so no
 * access and no value of a variable moves from one line of the source to another. Variables whose address is not taken
 * stay in registers: their stores, which are in raw IR, record their values.
 * @param text - raw IR with debug information of variables
 */
export function recordIr(
  text: string,
  names: SourceNames,
): { readonly text: string; readonly tables: RecordingTables } {
  const module = readModule(text);
  const recorder = new Recorder(module, parseDebugInfo(module.nodes, names));
  const bodies = new Map(inCallOrder(module).map((fn) => [fn, recorder.rewrite(fn)]));
  const lines = module.entities.flatMap((entity) =>
    entity.kind === 'function' ? [entity.header.text, ...(bodies.get(entity) ?? []), '}'] : [entity.text],
  );
  const isDeclared = module.entities.some((entity) => entity.kind === 'declaration' && entity.header.name === TRACE);
  return { text: [...lines, ...(isDeclared ? [] : [DECLARATION])].join('\n'), tables: recorder.tables };
}

/** Returns the functions, those that are called before those that call them. */
function inCallOrder({ functions }: IrModule): readonly IrFunction[] {
  const byName = new Map(functions.map((fn) => [fn.name, fn]));
  const ordered = new Set<IrFunction>();
  const entered = new Set<IrFunction>();
  const visit = (fn: IrFunction): void => {
    if (entered.has(fn)) return;
    entered.add(fn);
    for (const line of fn.body) {
      const called = byName.get(calleeOf(line) ?? '');
      if (called) visit(called);
    }
    ordered.add(fn);
  };
  for (const fn of functions) visit(fn);
  return [...ordered];
}

/** A number in a variable of the thread whose address nothing else knows. */
interface OwnPlace {
  readonly root: string;
  readonly offset: number;
}

class Recorder {
  readonly #module: IrModule;
  readonly #debug: DebugInfo;
  readonly #described: DebugVariables;
  readonly #nodes: ReadonlyMap<string, MetadataNode>;
  readonly #events: RecordedEvent[] = [];
  readonly #variables: RecordedVariable[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #own: ReadonlySet<string>;
  #names = 0;

  constructor(module: IrModule, debug: DebugInfo) {
    this.#module = module;
    this.#debug = debug;
    this.#nodes = new Map(module.nodes.map((node) => [node.number, node]));
    this.#described = new DebugVariables(module.nodes);
    this.#own = new Set(module.functions.filter((fn) => this.#isOwn(fn)).map(({ name }) => name));
  }

  get tables(): RecordingTables {
    return { events: this.#events, variables: this.#variables, arrays: this.#described.arrays() };
  }

  #isOwn({ header }: IrFunction): boolean {
    const found = this.#debug.subprogram(attached(header, 'dbg'));
    return found !== null && found.position !== null && !found.isLibrary;
  }

  /** Returns the lines of a body. */
  rewrite(fn: IrFunction): string[] {
    const places = ownPlaces(fn, this.#module);
    const owner = this.#debug.subprogram(attached(fn.header, 'dbg'))?.name ?? fn.name;
    const variables = this.#own.has(fn.name) ? this.#variablesOf(fn, owner) : new Map<string, number>();
    const headers = loopHeaders(fn);
    const out: string[] = [];
    let block = '';
    let row: string | null = null;
    for (const line of fn.body) {
      if (line.kind === 'record') {
        const [root = ''] = line.args;
        const variable = variables.get(root);
        if (variable !== undefined && !places.has(root)) out.push(...this.#placeOf(root, variable));
        continue;
      }
      if (line.kind === 'label') {
        block = line.name;
        row = null;
      }
      const position = this.#own.has(fn.name) && beginsLine(line) ? this.#position(line) : null;
      if (position && `${position.file}:${position.line}` !== row) {
        row = `${position.file}:${position.line}`;
        const isLoopHeader = headers.has(block);
        out.push(this.#call({ kind: 'step', position, function: owner, isLoopHeader }));
      }
      const scope = barrierScope(calleeOf(line) ?? '');
      if (scope) out.push(this.#call({ kind: 'barrier', scope }));
      out.push(...this.#recorded(line, places, variables));
      // The line goes on after the call: what follows is not part of the called function's last line.
      if (this.#own.has(calleeOf(line) ?? '')) row = null;
    }
    return out;
  }

  #position(line: Line): SourcePosition | null {
    return this.#debug.ownPlace(attached(line, 'dbg'));
  }

  /** Returns the variables of a function by the names of their memory. */
  #variablesOf({ body }: IrFunction, owner: string): Map<string, number> {
    const found = new Map<string, number>();
    for (const line of body) {
      if (line.kind !== 'record' || line.name !== 'dbg_declare') continue;
      const [root = '', node = ''] = line.args;
      const variable = this.#described.read(node, owner);
      if (variable === null || found.has(root)) continue;
      found.set(root, this.#variables.push(variable) - 1);
    }
    return found;
  }

  #placeOf(root: string, variable: number): string[] {
    if (!root.startsWith('%')) return [];
    const address = this.#name();
    return [`  ${address} = ptrtoint ptr ${root} to i64`, this.#call({ kind: 'place', variable }, address)];
  }

  /** Returns a line with what is recorded of it. */
  #recorded(
    line: Line,
    places: ReadonlyMap<string, OwnPlace>,
    variables: ReadonlyMap<string, number>,
  ): readonly string[] {
    if (this.#isFilling(line)) return [line.text];
    switch (line.kind) {
      case 'store': {
        const place = places.get(line.pointer.text);
        const { lines, low, high } = this.#bits(line.type, line.value.text);
        const bytes = this.#bytes(line.type);
        if (!place) {
          const access = this.#access(line.pointer.text, { access: 'write', type: line.type }, low, high);
          return [line.text, ...lines, ...access];
        }
        const variable = variables.get(place.root);
        if (variable === undefined) return [line.text];
        const event = { kind: 'value', variable, offset: place.offset, bytes } as const;
        return [line.text, ...lines, this.#call(event, '0', low, high)];
      }
      case 'load': {
        if (places.has(line.pointer.text) || line.result === null) return [line.text];
        const { lines, low, high } = this.#bits(line.type, line.result);
        return [
          line.text,
          ...lines,
          ...this.#access(line.pointer.text, { access: 'read', type: line.type }, low, high),
        ];
      }
      case 'atomicrmw': {
        if (line.result === null || places.has(line.pointer.text)) return [line.text];
        const before = this.#bits(line.type, line.result);
        const operand = this.#bits(line.type, line.value.text);
        const about = { access: 'atomic', type: line.type, operation: line.operation } as const;
        const access = this.#access(line.pointer.text, about, before.low, operand.low);
        return [line.text, ...before.lines, ...operand.lines, ...access];
      }
      case 'cmpxchg': {
        if (line.result === null || places.has(line.pointer.text)) return [line.text];
        const [old, done, after] = [this.#name(), this.#name(), this.#name()];
        const { text } = line.type;
        const taken = [
          `  ${old} = extractvalue { ${text}, i1 } ${line.result}, 0`,
          `  ${done} = extractvalue { ${text}, i1 } ${line.result}, 1`,
          `  ${after} = select i1 ${done}, ${text} ${line.desired.text}, ${text} ${old}`,
        ];
        const [before, now] = [this.#bits(line.type, old), this.#bits(line.type, after)];
        const about = { access: 'atomic', type: line.type, operation: 'xchg' } as const;
        const access = this.#access(line.pointer.text, about, before.low, now.low);
        return [line.text, ...taken, ...before.lines, ...now.lines, ...access];
      }
      default:
        return [line.text];
    }
  }

  /** True for a store that the compiler adds, so that a variable without a value has the same one each time. */
  #isFilling(line: Line): boolean {
    const node = attached(line, 'annotation');
    return node !== null && (this.#nodes.get(node)?.strings.includes('auto-init') ?? false);
  }

  #access(
    pointer: string,
    { access, type, operation }: { access: 'read' | 'write' | 'atomic'; type: Type; operation?: string },
    low: string,
    high: string,
  ): string[] {
    const address = this.#name();
    const event: RecordedEvent = {
      kind: 'access',
      access,
      bytes: this.#bytes(type),
      format: formatOf(type),
      ...(operation !== undefined && { operation }),
    };
    return [`  ${address} = ptrtoint ptr ${pointer} to i64`, this.#call(event, address, low, high)];
  }

  #bytes(type: Type): number {
    return layoutOf(type, this.#module.types).stored;
  }

  /** Returns a value as two numbers of 64 bits, with the lines that compute them. */
  #bits(type: Type, value: string): { readonly lines: readonly string[]; readonly low: string; readonly high: string } {
    const none = { lines: [], low: '0', high: '0' };
    switch (type.kind) {
      case 'integer':
        return this.#wide(type.bits, [], value);
      case 'pointer': {
        const name = this.#name();
        return { lines: [`  ${name} = ptrtoint ptr ${value} to i64`], low: name, high: '0' };
      }
      case 'float':
      case 'vector': {
        const bits = 8 * this.#bytes(type);
        const isOfNumbers = type.kind === 'float' || ['integer', 'float'].includes(type.element.kind);
        const isWhole = type.kind === 'float' || type.element.kind !== 'integer' || type.element.bits % 8 === 0;
        if (!isOfNumbers || !isWhole || bits > 128) return none;
        const name = this.#name();
        return this.#wide(bits, [`  ${name} = bitcast ${type.text} ${value} to i${bits}`], name);
      }
      default:
        return none;
    }
  }

  #wide(bits: number, lines: readonly string[], value: string) {
    if (bits === 64) return { lines, low: value, high: '0' };
    const low = this.#name();
    if (bits < 64) return { lines: [...lines, `  ${low} = zext i${bits} ${value} to i64`], low, high: '0' };
    if (bits > 128) return { lines: [], low: '0', high: '0' };
    const [wide, shifted, high] = [this.#name(), this.#name(), this.#name()];
    const widened = bits === 128 ? `  ${wide} = add i128 ${value}, 0` : `  ${wide} = zext i${bits} ${value} to i128`;
    return {
      lines: [
        ...lines,
        widened,
        `  ${low} = trunc i128 ${wide} to i64`,
        `  ${shifted} = lshr i128 ${wide}, 64`,
        `  ${high} = trunc i128 ${shifted} to i64`,
      ],
      low,
      high,
    };
  }

  #name(): string {
    return `%emu.trace.${this.#names++}`;
  }

  #call(event: RecordedEvent, address = '0', low = '0', high = '0'): string {
    return `  call void @${TRACE}(i32 ${this.#number(event)}, i64 ${address}, i64 ${low}, i64 ${high})`;
  }

  /** Steps are in the order of the code, each with a number of its own. */
  #number(event: RecordedEvent): number {
    const key = event.kind === 'step' ? null : JSON.stringify(event);
    const known = key === null ? undefined : this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#events.push(event) - 1;
    if (key !== null) this.#numbers.set(key, number);
    return number;
  }
}

/** True for an instruction that a line can begin with. */
function beginsLine(line: Line): boolean {
  switch (line.kind) {
    case 'phi':
    case 'alloca':
    case 'label':
    case 'nothing':
    case 'case':
    case 'cases-end':
    case 'clause':
      return false;
    case 'br':
      return line.labels.length > 1;
    case 'call':
      return !calleeOf(line)?.startsWith('llvm.lifetime');
    default:
      return true;
  }
}

function barrierScope(callee: string): 'block' | 'warp' | 'grid' | null {
  if (!waits(callee)) return null;
  if (callee.startsWith('__emu_barrier')) return 'block';
  return callee === '__emu_grid_sync' || callee.startsWith('__emu_cluster') ? 'grid' : 'warp';
}

/** Returns the blocks that a later block leads back to. */
function loopHeaders({ body }: IrFunction): ReadonlySet<string> {
  const seen = new Set<string>();
  const headers = new Set<string>();
  for (const line of body) {
    if (line.kind === 'label') seen.add(line.name);
    else if (line.kind === 'br') for (const { name } of line.labels) if (seen.has(name)) headers.add(name);
  }
  return headers;
}

/**
 * Returns the numbers of variables that only loads and stores of this function use, by the names of their addresses: the
 * optimizer keeps these variables in registers.
 */
function ownPlaces(fn: IrFunction, module: IrModule): ReadonlyMap<string, OwnPlace> {
  const places = new Map<string, OwnPlace>();
  for (const line of fn.body) {
    if (line.kind === 'alloca' && line.result && line.count === null)
      places.set(line.result, { root: line.result, offset: 0 });
    if (line.kind !== 'getelementptr' || line.result === null) continue;
    const base = places.get(line.base.value.text);
    const offset = base && constantOffset(line, module);
    if (base && offset !== null && offset !== undefined)
      places.set(line.result, { root: base.root, offset: base.offset + offset });
  }
  const escaped = new Set<string>();
  const roots = new Map([...places].map(([name, { root }]) => [name, root]));
  for (const line of fn.body) {
    for (const used of line.uses) {
      const root = roots.get(used);
      if (root !== undefined && !isOwnUse(line, used, places)) escaped.add(root);
    }
  }
  return new Map([...places].filter(([, { root }]) => !escaped.has(root)));
}

function isOwnUse(line: Line, name: string, places: ReadonlyMap<string, OwnPlace>): boolean {
  switch (line.kind) {
    case 'load':
      return !line.volatile;
    case 'store':
      return line.value.text !== name && !line.volatile;
    case 'getelementptr':
      return line.result !== null && places.has(line.result) && line.base.value.text === name;
    case 'record':
      return true;
    case 'call':
      return calleeOf(line)?.startsWith('llvm.lifetime') ?? false;
    default:
      return false;
  }
}

/** Returns the bytes that an address computation adds; `null` if a variable decides it. */
function constantOffset(
  { sourceType, indexes }: Extract<Line, { kind: 'getelementptr' }>,
  { types }: IrModule,
): number | null {
  let type = sourceType;
  let offset = 0;
  for (const [at, { value }] of indexes.entries()) {
    const index = numberIn(value);
    if (index === null) return null;
    if (at === 0) {
      offset += index * layoutOf(type, types).bytes;
      continue;
    }
    const body: Type | undefined = type.kind === 'named' ? types.get(type.text) : type;
    if (body?.kind === 'struct') {
      const field = body.fields[index];
      if (!field) return null;
      offset += structLayout(body, types).offsets[index] ?? 0;
      type = field;
    } else if (body?.kind === 'array' || body?.kind === 'vector') {
      offset += index * layoutOf(body.element, types).bytes;
      type = body.element;
    } else return null;
  }
  return offset;
}

function formatOf(type: Type): ScalarFormat | null {
  switch (type.kind) {
    case 'float':
      return type.bytes === 2 || type.bytes === 4 || type.bytes === 8 ? (`f${8 * type.bytes}` as ScalarFormat) : null;
    case 'integer':
      return type.bits === 8 ? 'u8' : [16, 32, 64].includes(type.bits) ? (`i${type.bits}` as ScalarFormat) : null;
    case 'pointer':
      return 'pointer';
    case 'vector':
      return type.element.kind === 'vector' ? null : formatOf(type.element);
    default:
      return null;
  }
}
