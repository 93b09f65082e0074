import type { Facts } from './faults.ts';
import type { Words } from './text.ts';

/** Words an input that a submission has changed: a kernel of it, or host code. */
export function wordModifiedInput({ kernel, detail: { input } }: Facts<'modified-input'>): Words {
  const changed =
    kernel === undefined ? `Input \`${input}\` is changed.` : `Kernel \`${kernel}\` changes input \`${input}\`.`;
  return {
    message: `${changed} The exercise gives inputs to read, and other code may still need them.`,
    hint: 'Which buffer of your own can hold this value?',
  };
}
