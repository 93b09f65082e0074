import type { HostOutcome } from './run.ts';

/** Thrown through WebAssembly frames to end the program. */
export class ProgramExit extends Error {
  readonly code: number;
  constructor(code: number) {
    super(`exit(${code})`);
    this.code = code;
  }
}

/** A limit was reached. */
export class LimitReached extends Error {
  readonly limit: Extract<HostOutcome, { status: 'stopped' }>['limit'];
  /** The bytes that were asked for, of memory. */
  readonly request: number | null;
  constructor(limit: LimitReached['limit'], request: number | null = null) {
    super(`limit: ${limit}`);
    this.limit = limit;
    this.request = request;
  }
}

/**
 * Host code launches a kernel that the compiler has registered, and the device's program lacks it: a fault of the grader,
 * and never one of the submission.
 */
export class KernelLost extends Error {
  constructor(name: string) {
    super(`the kernel ${name} is not in the program that was compiled for the device`);
  }
}

/** Host code did what would be a crash on a real machine, in a call of ours. */
export class HostTrap extends Error {
  readonly devicePointer: boolean;
  /** The program called abort. */
  readonly aborted: boolean;
  constructor(message: string, { devicePointer = false, aborted = false } = {}) {
    super(message);
    this.devicePointer = devicePointer;
    this.aborted = aborted;
  }
}

/** A C++ exception on its way to its handler; one that arrives nowhere ends the program. */
export class CppException extends HostTrap {
  readonly type: string;
  constructor(type: string) {
    super(`an exception of type ${type} is thrown and not caught`);
    this.type = type;
  }
}
