import type { Facts } from './faults.ts';
import { list, number, type Words } from './text.ts';

/** Words an output that depends on values that host code computed. */
export function wordHostMade({ detail: { output, bytes } }: Facts<'host-made'>): Words {
  const values = bytes === 1 ? '1 byte' : `${number(bytes)} bytes`;
  return {
    message: `\`${output}\` depends on host code, which computed ${values} from the inputs. The grader gives host code other inputs than kernels, so these values do not count.`,
    hint: 'Which of these values can a kernel compute?',
  };
}

/** Words outputs whose values host code computed and kernels carried. */
export function wordHanded({ detail }: Facts<'handed'>): Words {
  const outputs = list(detail.outputs.map((name) => `\`${name}\``));
  return {
    message: `Host code computed the values of ${outputs} and gave them to the device. Kernels only copied them, so they do not count.`,
    hint: 'What can each thread compute from its own position?',
  };
}
