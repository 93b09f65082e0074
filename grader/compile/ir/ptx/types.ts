/** A type of PTX: `.u32` is { letter: 'u', bits: 32 }. */
export interface PtxType {
  /** What its bits are: b says nothing of it. */
  readonly letter: 'b' | 'u' | 's' | 'f' | 'bf' | 'p';
  readonly bits: number;
  /** `.f16x2`: two values. */
  readonly packed: boolean;
}

/** @returns null for a modifier that is no type */
export function typeOf(modifier: string | undefined): PtxType | null {
  if (modifier === 'pred') return { letter: 'p', bits: 1, packed: false };
  const type = /^(b|u|s|f|bf)(8|16|32|64|128)(x2)?$/.exec(modifier ?? '');
  if (!type) return modifier === 'tf32' ? { letter: 'b', bits: 32, packed: false } : null;
  const bits = Number(type[2]) * (type[3] ? 2 : 1);
  return { letter: type[1] as PtxType['letter'], bits, packed: type[3] !== undefined };
}

/** Can a register of this type stand where an instruction has that one, of the same width? */
export function fits(register: PtxType, instruction: PtxType): boolean {
  if (register.letter === 'p' || instruction.letter === 'p') return register.letter === instruction.letter;
  if (register.letter === 'b' || instruction.letter === 'b') return true;
  const isFloat = ({ letter }: PtxType) => letter === 'f' || letter === 'bf';
  return isFloat(register) === isFloat(instruction);
}

export const integer = (bits: number): string => `i${bits}`;
