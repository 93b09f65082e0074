import { definitions } from './definitions.ts';
import type { EntryWrapper } from './program.ts';

/**
 * Generated code comes after the submission, in the same translation unit, so that it sees what is `static` or in an
 * anonymous namespace. It has a file name of its own. Its calls stand, for whoever asks for a line, where the student
 * defined what is called: a launch that CUDA refuses has no other place in the student's file.
 */

/** Name of the generated code's file. */
export const WRAPPER_FILE = '@entry/wrapper.cu';
/** Folder of the name under which the calls stand in the submission. */
const CALLS = '@entry/calls';

/** The file in which the calls stand: it means the submission, and tells its own messages from the wrapper's. */
export function callsFile(virtualName: string): string {
  return `${CALLS}/${virtualName}`;
}

/**
 * @param text - of the submission
 * @param callsName - what the file in which the calls stand is called
 * @returns the submission, line for line, and the wrapper after it
 */
export function withWrapper(text: string, wrapper: EntryWrapper | undefined, callsName: string): string {
  if (!wrapper) return text;
  const [definition] = definitions(text, wrapper.function);
  const { line, column } = definition ?? { line: 1, column: 1 };
  const calls = wrapper.calls.map((call) => `#line ${line} "${callsName}"\n${' '.repeat(column - 1)}${call}`);
  const parts = [`#line 1 "${WRAPPER_FILE}"`, wrapper.before, ...calls, `#line 1 "${WRAPPER_FILE}"`, wrapper.after];
  return `${text}\n${parts.join('\n')}\n`;
}
