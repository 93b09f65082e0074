import { POINTER_INT } from '../../abi/index.ts';
import { NaturalAlignment } from './alignment.ts';
import type { DebugInfo } from './debug.ts';
import { touchesMemory } from './instruction.ts';
import { Marks } from './marks.ts';
import { kernelNames, linkageEdits } from './module.ts';
import { numberIn } from './pointers.ts';
import {
  type Attribute,
  type AttributeGroup,
  attached,
  attribute,
  calleeOf,
  type Edit,
  edited,
  type FunctionHeader,
  GraderFault,
  type IrFunction,
  type IrModule,
  type Line,
  nameOf,
  readLine,
  remove,
  replace,
  symbolsIn,
  type Variable,
} from './read/index.ts';
import { debugOf, SafeArithmetic } from './safe.ts';

/** Attributes that would let the optimiser, or a submission, undo what instrumentation relies on. */
const HARMFUL: ReadonlySet<string> = new Set([
  ...['mustprogress', 'optnone', 'willreturn', 'nosync', 'nofree', 'disable_sanitizer_instrumentation', 'memory'],
  ...['allocsize', 'allockind'],
]);

export interface EditedIr {
  readonly text: string;
  /** Symbols of `__constant__` variables. */
  readonly constants: ReadonlySet<string>;
}

/**
 * Edits on raw IR, before any optimisation: what the optimiser would otherwise use against us.
 * - Shared arrays have undefined initial values; as weak symbols their loads and stores are kept even where nothing
 *   else is ever stored, so that an uninitialised read is seen.
 * - `__constant__` variables are written by the host before a launch: not constants to the optimiser.
 * - new and delete lose the meaning that the optimiser knows: an access outside of what they gave out stays.
 * - Tables of virtual functions lose their type information: device code has no typeid and no dynamic_cast.
 * - An aligned copy of 4, 8 or 16 bytes (a float2, a float4) is one instruction on a GPU: one load and one store.
 * - An access to a shared array through a cast has the alignment of the type that it is cast to (alignment.ts).
 * - No access is made that the source does not make (`sanitize_thread` stops speculation), and one through a null
 *   pointer is an access like any other.
 * - Division by zero and addresses beyond 2^31 bytes are what they are on a GPU (safe.ts).
 * - No variable and no function is in a section of its own choice: the emulator's constants are in one.
 * - Accesses remember their place, because optimisation drops the locations of what it moves (marks.ts).
 */
export function editRawIr(module: IrModule, debug: DebugInfo): EditedIr {
  const constants = new Set<string>();
  const body = new Body(module, debug);
  const kernels = kernelNames(module);
  const functionAttributes = new Set(module.functions.map(({ header }) => header.groups[0]?.number));
  const out: string[] = [];
  for (const entity of module.entities) {
    if (entity.kind === 'function') {
      // What only kernels call may be folded into them whatever its size.
      out.push(editHeader(entity.header, kernels.has(entity.name) ? '' : 'internal '));
      body.edit(entity, out);
      out.push('}');
    } else if (entity.kind === 'variable') out.push(editVariable(entity, constants));
    else if (entity.kind === 'attributes' && functionAttributes.has(entity.number)) out.push(editAttributes(entity));
    else out.push(entity.text);
  }
  const declared = new Set(
    module.entities.flatMap((entity) => (entity.kind === 'declaration' ? [entity.header.name] : [])),
  );
  const added = [...body.called].flatMap(([name, declaration]) => (declared.has(name) ? [] : [declaration]));
  return { text: [...out, ...added, ...body.metadata].join('\n'), constants };
}

/** Edits the bodies of functions, one after the other. */
class Body {
  readonly #debug: DebugInfo;
  readonly #marks: Marks;
  readonly #safe: SafeArithmetic;
  readonly #alignment: NaturalAlignment;
  #lines = 0;

  constructor(module: IrModule, debug: DebugInfo) {
    this.#debug = debug;
    this.#marks = new Marks(debug.names);
    this.#safe = new SafeArithmetic();
    this.#alignment = new NaturalAlignment(module);
  }

  /** Declarations of functions that the edited lines call, by their names. */
  get called(): ReadonlyMap<string, string> {
    return this.#safe.called;
  }

  /** Definitions for the end of the module. */
  get metadata(): readonly string[] {
    return this.#marks.metadata;
  }

  #aligned(line: Line): Line {
    const text = this.#alignment.edit(line);
    return text === line.text ? line : readLine(text);
  }

  /** @throws GraderFault if an instruction that touches memory is lost, or comes from nowhere */
  edit({ name, body }: IrFunction, out: string[]): void {
    this.#alignment.enter();
    const counts = { read: 0, split: 0, written: 0 };
    for (const line of body) {
      if (touchesMemory(line)) counts.read++;
      if (line.kind === 'label' || line.kind === 'nothing') {
        out.push(line.text);
        continue;
      }
      const place = this.#debug.ownPlace(attached(line, 'dbg'));
      const parts = splitCopy(this.#aligned(withPlainNew(line)), this.#lines++);
      counts.split += parts.length - 1;
      for (const part of parts) {
        if (touchesMemory(part)) counts.written++;
        const safe = this.#safe.edit(part, place !== null);
        if (safe) out.push(...safe);
        else out.push(place ? this.#marks.mark(part, place) : part.text);
      }
    }
    if (counts.read + counts.split !== counts.written)
      throw new GraderFault(`of ${counts.read} instructions of ${name} that touch memory, ${counts.written} are left`);
  }
}

function editHeader(header: FunctionHeader, linkage: '' | 'internal '): string {
  const { text, name, symbolAt, section, resultAttributes, parameters } = header;
  const edits: Edit[] = [...linkageEdits(header, linkage)];
  if (section) edits.push(...remove([section], 1));
  const plain = plainNew(name);
  if (plain !== null) {
    edits.push({ at: symbolAt, end: symbolAt + 1 + name.length, text: `@${plain}` });
    edits.push(...withoutNoalias([resultAttributes, ...parameters.map(({ attributes }) => attributes)]));
  }
  return edited(text, edits);
}

function editVariable(variable: Variable, constants: Set<string>): string {
  const { text, symbol, words, isConstant, keyword, initializer, more, typeAt } = variable;
  const isOurs = symbol.startsWith('@llvm.');
  const edits: Edit[] = isOurs ? [] : [...remove(more.filter(({ name }) => name === 'section'))];
  const name = nameOf(symbol);
  if (name.startsWith('_ZTV') || name.startsWith('_ZTC')) {
    const typed = initializer ? symbolsIn(initializer).filter((value) => isTypeInformation(nameOf(value.text))) : [];
    return edited(text, [...edits, ...typed.map((value) => replace(value, 'null'))]);
  }
  const isExternal = attribute(words, 'externally_initialized') !== undefined;
  if (!isConstant && !isExternal && initializer?.text === 'undef' && more.length > 0) {
    edits.push({ at: symbol.length + ' = '.length, end: typeAt, text: 'weak global ' });
    edits.push(...remove(more.filter((part) => part.name === 'comdat')));
    return edited(text, edits);
  }
  if (!isConstant || !isExternal) return edited(text, edits);
  constants.add(symbol);
  return edited(text, [...edits, { at: keyword.at, end: keyword.end, text: 'global' }]);
}

/** True for what a table of virtual functions names besides functions. */
function isTypeInformation(name: string): boolean {
  return name.startsWith('_ZTI') || name === '__cxa_pure_virtual';
}

function editAttributes({ text, attributes, close }: AttributeGroup): string {
  const harmful = attributes.filter(({ name }) => HARMFUL.has(name) || name.startsWith('nosanitize_'));
  const added = { at: close, end: close, text: 'sanitize_thread null_pointer_is_valid ' };
  return edited(text, [...remove(harmful, 1), added]);
}

/** To the optimiser, new and delete are functions like any others: what it knows of the library's would hide mistakes. */
function withPlainNew(line: Line): Line {
  const plain = plainNew(calleeOf(line) ?? '');
  if (plain === null || line.kind !== 'call' || !line.callee) return line;
  const edits = withoutNoalias([line.attributes, ...line.args.map(({ attributes }) => attributes)]);
  return readLine(edited(line.text, [...edits, replace(line.callee, `@${plain}`)]));
}

function withoutNoalias(attributes: readonly (readonly Attribute[])[]): readonly Edit[] {
  const first = attributes.flat().find(({ name }) => name === 'noalias');
  return first ? remove([first], 1) : [];
}

/** Returns what `new` or `delete` is called here, by its symbol; `null` for other functions, and for those with placement. */
function plainNew(name: string): string | null {
  return NEW_AND_DELETE.has(name) ? `emu_operator_${name.slice('_Z'.length)}` : null;
}

const NEW_AND_DELETE: ReadonlySet<string> = new Set([
  ...['_Znwj', '_Znwm', '_Znaj', '_Znam'],
  ...['_ZdlPv', '_ZdlPvj', '_ZdlPvm', '_ZdaPv', '_ZdaPvj', '_ZdaPvm'],
]);

/** The types by which a GPU copies so many bytes at once. */
const WHOLE: ReadonlyMap<number, string> = new Map([
  [4, 'i32'],
  [8, '<2 x i32>'],
  [16, '<4 x i32>'],
]);

function splitCopy(line: Line, number: number): readonly Line[] {
  if (line.kind !== 'call' || calleeOf(line) !== `llvm.memcpy.p0.p0.${POINTER_INT}`) return [line];
  const [to, from, size, isVolatile] = line.args;
  const bytes = size ? numberIn(size.value) : null;
  const type = WHOLE.get(bytes ?? 0);
  const [toAlign, fromAlign] = [to, from].map((end) => attribute(end?.attributes ?? [], 'align')?.argument);
  if (!to || !from || bytes === null || !type || isVolatile?.value.text !== 'false') return [line];
  if (!(Number(toAlign) >= bytes) || !(Number(fromAlign) >= bytes)) return [line];
  if (![to, from].every(({ value }) => value.kind === 'local' || value.kind === 'global')) return [line];
  const value = `%emu.copy.${number}`;
  const dbg = debugOf(line);
  return [
    readLine(`  ${value} = load ${type}, ptr ${from.value.text}, align ${fromAlign}${dbg}`),
    readLine(`  store ${type} ${value}, ptr ${to.value.text}, align ${toAlign}${dbg}`),
  ];
}
