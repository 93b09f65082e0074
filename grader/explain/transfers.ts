import type { Facts } from './faults.ts';
import { number, plural, type Words } from './text.ts';

/**
 * What went wrong on the way of an output back to the host.
 * @param where - in how many cases, in brackets; may be empty
 */
export function wordTransfer({ detail }: Facts<'copied-back'>, where: string): Words {
  const { output: name, call, callLine, bytes, isElementCount } = detail;
  switch (detail.problem) {
    case 'never-copied':
      return {
        message: `Nothing was copied back into ${name}${where}. Kernels write device memory, and ${name} is in host memory.`,
        hint: `After the launch, call cudaMemcpy(${name}, …, …, cudaMemcpyDeviceToHost). How many bytes does the result have?`,
      };
    case 'copy-failed':
      return {
        message: `Nothing was copied back into ${name}${where}: ${call}${callLine === undefined ? '' : ` in line ${callLine}`} failed, and the program does not check its return value.`,
        hint: 'Which other finding does that line have? cudaGetErrorString returns the text of an error code.',
      };
    case 'too-few-bytes': {
      const share = bytes ? `Only ${plural(bytes.copied, 'byte')} of ${number(bytes.of)}` : 'Only a part';
      const verb = bytes && bytes.copied !== 1 ? 'were' : 'was';
      return {
        message: `${share} ${verb} copied back into ${name}${where}.${isElementCount ? ' That is as many bytes as there are elements.' : ''}`,
        hint: isElementCount
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
