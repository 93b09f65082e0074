import type { Body } from './body.ts';
import type { Instruction } from './parse.ts';
import { mismatch } from './problems.ts';
import { type PtxType, typeOf } from './types.ts';

const TABLE: PtxType = { letter: 'u', bits: 32, packed: false };

/**
 * lop3: bit 4a + 2b + c of the table says what becomes of the bits a, b and c. As exclusive-or of products, which is
 * short where a table is one that people use.
 */
export function lookup(body: Body, { opcode, modifiers, operands }: Instruction): boolean {
  const type = typeOf(modifiers[0]);
  if (modifiers.length !== 1 || type?.bits !== 32 || type.letter !== 'b') return false;
  const [to, a, b, c, table, ...more] = operands;
  if (!to || !a || !b || !c || table?.kind !== 'integer' || more.length > 0) throw mismatch(opcode);
  const bits = Number(BigInt.asUintN(32, BigInt(body.read(table, TABLE, opcode))));
  if (bits > 255) return false;
  const values = [c, b, a].map((operand) => body.read(operand, type, opcode));
  let result = '0';
  productsOf(bits).forEach((isThere, product) => {
    if (!isThere) return;
    const factors = values.filter((_, i) => (product >> i) & 1);
    const term = factors.reduce(
      (left, right) => (left === '-1' ? right : body.emit(`and i32 ${left}, ${right}`)),
      '-1',
    );
    result = body.emit(`xor i32 ${result}, ${term}`);
  });
  body.write(to, result, type, opcode);
  return true;
}

/** Of each product of a (4), b (2) and c (1), whether the algebraic normal form of a table has it. */
function productsOf(table: number): boolean[] {
  const form = Array.from({ length: 8 }, (_, i) => ((table >> i) & 1) === 1);
  for (const bit of [1, 2, 4]) for (let i = 0; i < 8; i++) if (i & bit) form[i] = form[i] !== form[i ^ bit];
  return form;
}
