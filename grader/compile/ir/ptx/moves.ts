import type { Body } from './body.ts';
import type { Instruction, Operand } from './parse.ts';
import { mismatch } from './problems.ts';
import { integer, type PtxType, typeOf } from './types.ts';

/** mov, and cvta: addresses are generic here, whatever memory they are of. */
export function move(body: Body, { opcode, modifiers, operands }: Instruction): boolean {
  const type = typeOf(modifiers.at(-1));
  if (!type || (opcode === 'mov' && modifiers.length !== 1)) return false;
  const [to, from] = operands;
  if (!to || !from || operands.length !== 2) throw mismatch(opcode);
  if (to.kind === 'vector') unpack(body, to.elements, from, type);
  else if (from.kind === 'vector') body.write(to, packed(body, from.elements, type), type, opcode);
  else body.write(to, body.read(from, type, opcode), type, opcode);
  return true;
}

/** The first element in the lowest bits. */
function packed(body: Body, elements: readonly Operand[], type: PtxType): string {
  const part = partType(elements, type);
  let whole = '0';
  elements.forEach((element, i) => {
    const value = body.emit(`zext ${integer(part.bits)} ${body.read(element, part, 'mov')} to ${integer(type.bits)}`);
    const shifted = body.emit(`shl ${integer(type.bits)} ${value}, ${i * part.bits}`);
    whole = body.emit(`or ${integer(type.bits)} ${whole}, ${shifted}`);
  });
  return whole;
}

function unpack(body: Body, elements: readonly Operand[], from: Operand, type: PtxType): void {
  const part = partType(elements, type);
  const whole = body.read(from, type, 'mov');
  elements.forEach((element, i) => {
    const shifted = body.emit(`lshr ${integer(type.bits)} ${whole}, ${i * part.bits}`);
    body.write(element, body.emit(`trunc ${integer(type.bits)} ${shifted} to ${integer(part.bits)}`), part, 'mov');
  });
}

function partType(elements: readonly Operand[], type: PtxType): PtxType {
  const bits = type.bits / elements.length;
  if (![8, 16, 32, 64].includes(bits) || type.letter !== 'b') throw mismatch('mov');
  return { letter: 'b', bits, packed: false };
}
