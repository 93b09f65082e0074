import { number, plural, type Words } from './text.ts';

/** Helps where nothing else says why a copy failed. */
export const ELSE_AT_LINE =
  'What else is reported for that line? cudaGetErrorString says in words what a call returned.';

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
        message: `Nothing was copied back into ${name}${where}. What kernels store stays in the GPU's memory, and ${name} lies in the host's.`,
        hint: `After the launch: cudaMemcpy(${name}, …, …, cudaMemcpyDeviceToHost). Where does it come from, and how many bytes are there?`,
      };
    case 'copy-failed':
      return {
        message: `Nothing was copied back into ${name}${where}: ${problem.call}${problem.line === null ? '' : ` in line ${problem.line}`} failed, and nobody looked at what it returned.`,
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
          : `Which elements of ${name} does each copy reach, and which elements does no copy reach?`,
      };
    }
    case 'too-early':
      return {
        message: `${name} was copied back here before the kernel stored there${where}: what came over is what lay in that memory before.`,
        hint: 'First the inputs go over, then the kernel runs, then the result comes back. In which order do these calls stand?',
      };
    case 'not-from-kernels':
      return {
        message: `What is copied into ${name} here, no kernel has stored${where}.`,
        hint: 'To which buffer does the kernel write, and which one is copied back?',
      };
  }
}
