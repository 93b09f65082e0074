import { number, plural, type Words } from './text.ts';

/** Helps where nothing else says why a copy failed. */
export const ELSE_AT_LINE =
  'Which other finding does that line have? cudaGetErrorString returns the text of an error code.';

/** Why an output in host memory is not what it should be, as far as its copies tell. Bytes. */
export type TransferProblem =
  | { readonly kind: 'never-copied' }
  /** A call that should have copied failed. */
  | { readonly kind: 'copy-failed'; readonly call: string; readonly line: number | null }
  | { readonly kind: 'too-few-bytes'; readonly copied: number; readonly bytes: number; readonly elementBytes: number }
  /** Kernels stored there after the copy. */
  | { readonly kind: 'too-early' }
  /** What was copied, no kernel had stored. */
  | { readonly kind: 'not-from-kernels' };

/**
 * What went wrong on the way back to the host.
 * @param visible - of hidden cases no sizes are told
 * @param where - in how many cases, in brackets; may be empty
 */
export function wordTransfer(problem: TransferProblem, name: string, visible: boolean, where: string): Words {
  switch (problem.kind) {
    case 'never-copied':
      return {
        message: `Nothing was copied back into ${name}${where}. Kernels write device memory, and ${name} is in host memory.`,
        hint: `After the launch, call cudaMemcpy(${name}, …, …, cudaMemcpyDeviceToHost). How many bytes does the result have?`,
      };
    case 'copy-failed':
      return {
        message: `Nothing was copied back into ${name}${where}: ${problem.call}${problem.line === null ? '' : ` in line ${problem.line}`} failed, and the program does not check its return value.`,
        hint: ELSE_AT_LINE,
      };
    case 'too-few-bytes': {
      const { copied, bytes, elementBytes } = problem;
      const share = visible ? `Only ${plural(copied, 'byte')} of ${number(bytes)}` : 'Only a part';
      const verb = visible && copied !== 1 ? 'were' : 'was';
      const counted = copied * elementBytes === bytes;
      return {
        message: `${share} ${verb} copied back into ${name}${where}.${counted ? ' That is as many bytes as there are elements.' : ''}`,
        hint: counted
          ? `cudaMemcpy counts bytes, not elements. How many bytes does one element of ${name} have?`
          : `Which elements of ${name} does no copy reach?`,
      };
    }
    case 'too-early':
      return {
        message: `${name} is copied back here before the kernel writes it${where}, so the copy holds the old contents of that memory.`,
        hint: 'Copy the inputs to the GPU first, then launch the kernel, then copy the result back. In which order does the program make these calls?',
      };
    case 'not-from-kernels':
      return {
        message: `This call copies data into ${name} that no kernel wrote${where}.`,
        hint: 'Which buffer does the kernel write? Copy that buffer back.',
      };
  }
}
