import { NaturalAlignment } from './alignment.ts';
import type { DebugInfo } from './debug.ts';
import { Marks } from './marks.ts';
import { definedSymbol, type IrModule, kernelNames, withLinkage } from './module.ts';
import { SafeArithmetic } from './safe.ts';

/** Attributes that would let the optimiser, or a submission, undo what instrumentation relies on. */
const HARMFUL =
  / (?:mustprogress|optnone|willreturn|nosync|nofree|disable_sanitizer_instrumentation|nosanitize_\w+|memory\([^)]*\)|allocsize\([^)]*\)|allockind\("[^"]*"\))(?= )/g;

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
  const marks = new Marks(debug.names);
  const safe = new SafeArithmetic(module.types);
  const alignment = new NaturalAlignment(module.types, module.lines);
  const kernels = kernelNames(module);
  const functionAttributes = new Set(module.functions.flatMap((fn) => fn.attributes ?? []));
  const out: string[] = [];
  let copies = 0;
  for (const line of module.lines) {
    if (line.startsWith('@')) out.push(editGlobal(withoutSection(line), constants));
    else if (line.startsWith('attributes #')) out.push(editAttributes(line, functionAttributes));
    else if (line.startsWith('define ')) {
      safe.enter();
      alignment.enter();
      // What only kernels call may be folded into them whatever its size.
      out.push(withLinkage(withoutSection(plainNew(line)), kernels.has(definedSymbol(line)) ? '' : 'internal '));
    } else if (line.startsWith('  ')) {
      const place = debug.ownPlace(/!dbg !(\d+)/.exec(line)?.[1] ?? null);
      for (const plain of splitCopy(alignment.edit(plainNew(line)), copies++))
        out.push(...safe.edit(place ? marks.mark(plain, place) : plain));
    } else out.push(line);
  }
  return { text: [...out, ...marks.metadata].join('\n'), constants };
}

function withoutSection(line: string): string {
  return line.startsWith('@llvm.') ? line : line.replace(/,? section "[^"]*"/, '');
}

function editGlobal(line: string, constants: Set<string>): string {
  if (/^@_ZT[VC]/.test(line))
    return line.replace(/ptr @(?:"_ZTI[^"]*"|_ZTI[-\w.$]+|__cxa_pure_virtual)\b/g, 'ptr null');
  const shared = /^(@\S+ = )(?:[a-z_]+ )*?global (.*) undef,(?: comdat(?:\([^)]*\))?,)?/.exec(line);
  if (shared && !line.includes('externally_initialized'))
    return `${shared[1]}weak global ${shared[2]} undef,${line.slice(shared[0].length)}`;
  const constant = /^(@\S+) = .*?\bexternally_initialized constant /.exec(line);
  if (!constant?.[1]) return line;
  constants.add(constant[1]);
  return line.replace(' externally_initialized constant ', ' externally_initialized global ');
}

function editAttributes(line: string, functionAttributes: ReadonlySet<string>): string {
  const number = /^attributes #(\d+)/.exec(line)?.[1] ?? '';
  if (!functionAttributes.has(number)) return line;
  return line.replace(HARMFUL, '').replace(/ \}$/, ' sanitize_thread null_pointer_is_valid }');
}

/** To the optimiser, new and delete are functions like any others: what it knows of the library's would hide mistakes. */
function plainNew(line: string): string {
  if (!NEW_OR_DELETE.test(line)) return line;
  return line.replace(/ noalias(?= )/, '').replace(NEW_OR_DELETE, '@emu_operator_$1');
}

/** Without placement: `_Znwm`, `_ZdaPv`, `_ZdlPvm`. */
const NEW_OR_DELETE = /@_Z(n[wa][jm]|d[la]Pv[jm]?)(?=\()/;

const COPY =
  /^(\s+)(?:tail )?call void @llvm\.memcpy\.p0\.p0\.i32\(ptr (?:\w+ )*align (\d+)(?: dereferenceable\(\d+\))? ([%@][-\w.$]+), ptr (?:\w+ )*align (\d+)(?: dereferenceable\(\d+\))? ([%@][-\w.$]+), i32 (4|8|16), i1 false\)(.*)$/;

function splitCopy(line: string, number: number): string[] {
  const copy = COPY.exec(line);
  if (!copy) return [line];
  const [, indent = '', toAlign, to, fromAlign, from, bytes, rest = ''] = copy;
  if (Number(toAlign) < Number(bytes) || Number(fromAlign) < Number(bytes)) return [line];
  const type = bytes === '4' ? 'i32' : bytes === '8' ? '<2 x i32>' : '<4 x i32>';
  const value = `%emu.copy.${number}`;
  const dbg = /, !dbg !\d+/.exec(rest)?.[0] ?? '';
  return [
    `${indent}${value} = load ${type}, ptr ${from}, align ${fromAlign}${dbg}`,
    `${indent}store ${type} ${value}, ptr ${to}, align ${toAlign}${dbg}`,
  ];
}
