import type { Words } from './text.ts';

/**
 * Words an input that a submission has changed.
 * @param kernel - the kernel that stored there; `null` if host code wrote to it
 */
export function wordModifiedInput(name: string, kernel: string | null): Words {
  const changed = kernel === null ? `Input \`${name}\` is changed.` : `Kernel \`${kernel}\` changes input \`${name}\`.`;
  return {
    message: `${changed} The exercise gives inputs to read, and other code may still need them.`,
    hint: 'Which buffer of your own can hold this value?',
  };
}
