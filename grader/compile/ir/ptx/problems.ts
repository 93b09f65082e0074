/** Why an `asm` statement cannot be translated. */
export class PtxProblem extends Error {
  /** `error`: nvcc rejects it too. `unsupported`: CUDA has it and the emulator does not. */
  readonly kind: 'error' | 'unsupported';
  /** Forms of an instruction that the emulator has, where it has some. */
  readonly understood: readonly string[];

  constructor(kind: PtxProblem['kind'], message: string, understood: readonly string[] = []) {
    super(message);
    this.kind = kind;
    this.understood = understood;
  }
}

/** In the words of ptxas. */
export const wrong = (message: string): PtxProblem => new PtxProblem('error', message);

export const unsupported = (what: string, understood: readonly string[] = []): PtxProblem =>
  new PtxProblem('unsupported', what, understood);

/** Operands of another number, kind or width than the instruction has. */
export const mismatch = (opcode: string): PtxProblem => wrong(`Arguments mismatch for instruction '${opcode}'`);
