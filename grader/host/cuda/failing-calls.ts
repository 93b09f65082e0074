import { CUDA } from './errors.ts';

/** The calls that a GPU can refuse to a right program, with the error that they then return. */
const FAILURES: readonly (readonly [RegExp, number])[] = [
  [/^cuda(Malloc\w*|HostAlloc|HostRegister|(Stream|Event)Create\w*)$/, CUDA.memoryAllocation],
  [/^cuda(Memcpy\w*|Memset\w*)$/, CUDA.invalidValue],
  [/^cuda(Device|Stream)Synchronize$/, CUDA.launchFailure],
  [/^cudaLaunch\w*$/, CUDA.launchOutOfResources],
];

/** Lets one call of a program fail, which is right and would succeed, to find out what the program does then. */
export class FailingCalls {
  readonly #number: number;
  #calls = 0;

  /** @param number - of the call that fails, from 1 on, counting only calls that can fail */
  constructor(number: number) {
    this.#number = number;
  }

  /** Counts a call. @returns the error that it must return, or `null` if it is carried out */
  errorOf(name: string): number | null {
    const error = FAILURES.find(([names]) => names.test(name))?.[1];
    if (error === undefined) return null;
    this.#calls += 1;
    return this.#calls === this.#number ? error : null;
  }
}
