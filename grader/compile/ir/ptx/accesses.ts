import { POINTER_BYTES, POINTER_INT } from '../../../abi/index.ts';
import type { Body } from './body.ts';
import type { Instruction, Operand } from './parse.ts';
import { mismatch, unsupported, wrong } from './problems.ts';
import { integer, type PtxType, typeOf } from './types.ts';

/** Of a modifier, what says only how caches are to be used, or where an address leads: addresses are generic here. */
const HINT =
  /^(?:c[agsv]|lu|wb|wt|nc|weak|L[12]::.*|level::.*|unified|global|shared(?:::(?:cta|cluster))?|local|const|param(?:::\w+)?|aligned|sync)$/;
const ORDERS = ['relaxed', 'acquire', 'release', 'acq_rel', 'sc', 'volatile', 'mmio'];
/** As the headers count scopes. */
const SCOPES: Readonly<Record<string, number>> = { cta: 0, cluster: 1, gpu: 1, sys: 2 };
/** As __NV_ATOMIC_RELAXED and so on. */
const ORDER_NUMBERS: Readonly<Record<string, number>> = {
  relaxed: 0,
  acquire: 2,
  release: 3,
  acq_rel: 4,
  sc: 5,
  mmio: 0,
};

/** Instructions that take an address. */
export function access(body: Body, instruction: Instruction): boolean {
  const { opcode, modifiers } = instruction;
  // A policy for caches comes as one operand more.
  const hinted = modifiers.includes('L2::cache_hint');
  const plain: Instruction = hinted ? { ...instruction, operands: instruction.operands.slice(0, -1) } : instruction;
  switch (opcode) {
    case 'ld':
    case 'ldu':
      return load(body, plain);
    case 'st':
      return store(body, plain);
    case 'atom':
    case 'red':
      return atomic(body, plain);
    case 'cp':
      return copy(body, plain);
    case 'ldmatrix':
    case 'stmatrix':
      return matrix(body, plain);
    case 'createpolicy': {
      const [to] = plain.operands;
      if (to) body.write(to, '0', { letter: 'b', bits: 64, packed: false }, opcode);
      return to !== undefined;
    }
    default:
      // A prefetch and its like; that an address is none is no fault there.
      return plain.operands[0]?.kind === 'address' && plain.operands.length === (/^pre/.test(opcode) ? 1 : 2);
  }
}

/** Addresses of 32 bits are those of shared memory. */
const SHORT = /^(?:shared|param|local|const)/;

/** The bytes to reach, as a number of the size of a pointer. @param spaces - modifiers, of which one may say what memory it is */
function addressOf(
  body: Body,
  operand: Operand | undefined,
  opcode: string,
  spaces: readonly string[] = ['shared'],
): string {
  if (operand?.kind !== 'address') throw mismatch(opcode);
  const { base, offset } = operand;
  if (base.kind === 'integer') return String(BigInt.asIntN(8 * POINTER_BYTES, base.value + offset));
  if (base.kind !== 'name') throw mismatch(opcode);
  const { type } = body.register(base.name);
  if (type.bits < 32 || type.letter === 'f' || type.letter === 'p') throw mismatch(opcode);
  if (type.bits === 32 && !spaces.some((space) => SHORT.test(space)))
    throw wrong('32-Bit ABI (--machine 32 or 32-Bit addressing) is not supported on sm_90 or higher architectures.');
  const whole = body.read(base, type, opcode);
  const own = 8 * POINTER_BYTES;
  const change = `${type.bits > own ? 'trunc' : 'zext'} ${integer(type.bits)} ${whole} to ${POINTER_INT}`;
  const address = type.bits === own ? whole : body.emit(change);
  return offset === 0n ? address : body.emit(`add ${POINTER_INT} ${address}, ${BigInt.asIntN(own, offset)}`);
}

interface Manner {
  readonly type: PtxType;
  /** v2: 2 */
  readonly count: number;
  readonly order: string | null;
  readonly scope: number;
}

/** @returns null where something is said that is not known */
function mannerOf(modifiers: readonly string[]): Manner | null {
  const type = typeOf(modifiers.at(-1));
  const rest = modifiers.slice(0, -1).filter((modifier) => !HINT.test(modifier));
  const vector = rest.find((modifier) => /^v[248]$/.test(modifier));
  const order = rest.find((modifier) => ORDERS.includes(modifier)) ?? null;
  const scope = rest.find((modifier) => modifier in SCOPES);
  const known = [vector, order, scope].filter((one) => one !== undefined && one !== null).length;
  if (!type || rest.length !== known) return null;
  return { type, count: Number(vector?.slice(1) ?? 1), order, scope: SCOPES[scope ?? 'sys'] ?? 2 };
}

/** `ld_b32`, `ld_v4_b32`, `ld_nc_b32`, `ld_volatile_b32`, `ld_ordered_b32` */
function functionFor(body: Body, opcode: string, { type, count, order }: Manner, isConstant = false): string | null {
  const manner = isConstant ? 'nc_' : order === null ? '' : order === 'volatile' ? 'volatile_' : 'ordered_';
  const name = `${opcode}_${manner}${count > 1 ? `v${count}_` : ''}b${type.bits}`;
  return body.has(name) ? name : null;
}

function orderOf({ order, scope }: Manner): string[] {
  return order === null || order === 'volatile' ? [] : [String(ORDER_NUMBERS[order]), String(scope)];
}

function load(body: Body, { opcode, modifiers, operands }: Instruction): boolean {
  const manner = mannerOf(modifiers);
  // Through the read-only data cache.
  const isConstant = opcode === 'ldu' || modifiers.includes('nc');
  const name = manner && functionFor(body, 'ld', manner, isConstant);
  if (!manner || !name) return false;
  const [to, from, ...more] = operands;
  const targets = to?.kind === 'vector' ? to.elements : to ? [to] : [];
  if (targets.length !== manner.count || more.length > 0) throw mismatch(opcode);
  const values = body.call(name, [addressOf(body, from, opcode, modifiers), ...orderOf(manner)]);
  targets.forEach((target, i) => {
    body.write(target, values[i] ?? '0', manner.type, opcode, true);
  });
  return true;
}

function store(body: Body, { opcode, modifiers, operands }: Instruction): boolean {
  const manner = mannerOf(modifiers);
  const name = manner && functionFor(body, 'st', manner);
  if (!manner || !name) return false;
  const [to, from, ...more] = operands;
  const sources = from?.kind === 'vector' ? from.elements : from ? [from] : [];
  if (sources.length !== manner.count || more.length > 0) throw mismatch(opcode);
  const address = addressOf(body, to, opcode, modifiers);
  const values = sources.map((source) => body.read(source, manner.type, opcode, true));
  body.call(name, [address, ...values, ...orderOf(manner)]);
  return true;
}

/** atom{.order}{.scope}{.space}.operation.type d, [a], b{, c}; red has no d. */
function atomic(body: Body, { opcode, modifiers, operands }: Instruction): boolean {
  const type = typeOf(modifiers.at(-1));
  const rest = modifiers.slice(0, -1).filter((modifier) => !HINT.test(modifier) && modifier !== 'noftz');
  const order = rest.find((modifier) => modifier in ORDER_NUMBERS);
  const scope = rest.find((modifier) => modifier in SCOPES);
  const [operation = '', ...more] = rest.filter((modifier) => modifier !== order && modifier !== scope);
  if (!type || more.length > 0) return false;
  const isFloat = type.letter === 'f' || type.letter === 'bf';
  const exact = `${isFloat ? type.letter : type.letter === 's' ? 's' : 'u'}${type.packed ? '16x2' : type.bits}`;
  const name = [`atom_${operation}_${exact}`, `atom_${operation}_b${type.bits}`].find((one) => body.has(one));
  if (!name) return false;
  const hasResult = opcode === 'atom';
  const to = hasResult ? operands[0] : undefined;
  const [at, ...values] = hasResult ? operands.slice(1) : operands;
  if (values.length !== (operation === 'cas' ? 2 : 1) || (hasResult && !to)) throw mismatch(opcode);
  const address = addressOf(body, at, opcode, modifiers);
  const given = values.map((value) => body.read(value, type, opcode));
  const ordered = [String(ORDER_NUMBERS[order ?? 'relaxed']), String(SCOPES[scope ?? 'gpu'])];
  const [before = '0'] = body.call(name, [address, ...given, ...ordered]);
  if (to) body.write(to, before, type, opcode);
  return true;
}

/** cp.async: done when it is asked for; waiting for it is nothing then. */
function copy(body: Body, { opcode, modifiers, operands }: Instruction): boolean {
  const [first, ...rest] = modifiers;
  if (first !== 'async') return false;
  if (/^(?:commit_group|wait_group|wait_all)$/.test(rest[0] ?? '') && rest.length === 1) {
    const [count, ...more] = operands;
    if ((rest[0] === 'wait_group') !== (count !== undefined) || more.length > 0) throw mismatch(`${opcode}.async`);
    if (count && count.kind !== 'integer') throw mismatch(`${opcode}.async`);
    return true;
  }
  if (rest.some((modifier) => !HINT.test(modifier)) || !/^c[ag]$/.test(rest[0] ?? '')) return false;
  const [to, from, bytes, kept, ...more] = operands;
  if (bytes?.kind !== 'integer' || more.length > 0) throw mismatch(`${opcode}.async`);
  const allowed = rest[0] === 'cg' ? [16n] : [4n, 8n, 16n];
  if (!allowed.includes(bytes.value)) throw mismatch(`${opcode}.async`);
  const word: PtxType = { letter: 'u', bits: 32, packed: false };
  const isPredicate = kept?.kind === 'name' && body.register(kept.name).type.letter === 'p';
  if (isPredicate) throw unsupported('the PTX instruction cp.async with a predicate that ignores the source');
  const length = kept ? body.read(kept, word, opcode) : String(bytes.value);
  body.call(`cp_async_${bytes.value}`, [addressOf(body, to, opcode), addressOf(body, from, opcode, []), length]);
  return true;
}

/** ldmatrix{.sync.aligned}.m8n8.x4{.trans}.shared.b16 {…}, [a]; stmatrix the other way round. */
function matrix(body: Body, { opcode, modifiers, operands }: Instruction): boolean {
  const kept = modifiers.filter((modifier) => !HINT.test(modifier));
  // The shape may come after the number.
  const name = [opcode, 'm8n8', ...kept.filter((modifier) => modifier !== 'm8n8')].join('_');
  if (!kept.includes('m8n8') || !body.has(name)) return false;
  const [registers, address] = opcode === 'ldmatrix' ? operands : operands.toReversed();
  const count = Number(/_x([124])/.exec(name)?.[1] ?? 0);
  if (registers?.kind !== 'vector' || registers.elements.length !== count || operands.length !== 2)
    throw mismatch(opcode);
  const word: PtxType = { letter: 'b', bits: 32, packed: false };
  const at = addressOf(body, address, opcode);
  const given = opcode === 'ldmatrix' ? [] : registers.elements.map((element) => body.read(element, word, opcode));
  const answers = body.call(name, [at, ...given]);
  if (opcode === 'ldmatrix')
    registers.elements.forEach((element, i) => {
      body.write(element, answers[i] ?? '0', word, opcode);
    });
  return true;
}
