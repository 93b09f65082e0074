/** Why an `asm` statement cannot be translated. */
export class PtxProblem extends Error {
  /** `error`: nvcc rejects it too. `unsupported`: CUDA has it and the emulator does not. */
  readonly kind: 'error' | 'unsupported';

  constructor(kind: PtxProblem['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** In the words of ptxas. */
export const wrong = (message: string): PtxProblem => new PtxProblem('error', message);

export const unsupported = (what: string): PtxProblem => new PtxProblem('unsupported', what);

/** Operands of another number, kind or width than the instruction has. */
export const mismatch = (opcode: string): PtxProblem => wrong(`Arguments mismatch for instruction '${opcode}'`);
