import { wrong } from './problems.ts';
import { REGISTER_SIGN } from './source.ts';

/** Returns the name that stands for an operand of the statement in its text. */
export function operandName(number: number): string {
  return `$operand${number}`;
}

/**
 * Returns the text of a statement with the names of its operands.
 * @param template - with `$[3]` for operand 3
 * @throws PtxProblem if it has no such operand
 */
export function withOperands(template: string, names: readonly string[]): string {
  return template.replaceAll(REGISTER_SIGN, '%').replace(/\$\[(\d+)\]/g, (_, number: string) => {
    const name = names[Number(number)];
    if (name === undefined) throw wrong(`asm operand ${number} does not exist`);
    return name;
  });
}

/** Returns text with the names of operands as the source has them. */
export function sourceText(text: string): string {
  return text.replace(/\$operand(\d+)/g, '%$1');
}
