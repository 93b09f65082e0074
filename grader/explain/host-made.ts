import { list, number } from './text.ts';

/** Words an output that depends on values that host code computed. */
export function wordHostMade(name: string, bytes: number): { readonly message: string; readonly hint: string } {
  const values = bytes === 1 ? '1 byte' : `${number(bytes)} bytes`;
  return {
    message: `\`${name}\` depends on host code, which computed ${values} from the inputs. The grader gives host code other inputs than kernels, so these values do not count.`,
    hint: 'Which of these values can a kernel compute?',
  };
}

/** Words outputs whose values host code computed and kernels carried. */
export function wordHanded(names: readonly string[]): { readonly message: string; readonly hint: string } {
  const outputs = list(names.map((name) => `\`${name}\``));
  return {
    message: `Host code computed the values of ${outputs} and gave them to the device. Kernels only copied them, so they do not count.`,
    hint: 'What can each thread compute from its own position?',
  };
}
