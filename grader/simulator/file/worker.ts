/** The thread of a course's `simulator.ts`: loads it, and calls its functions with limits of memory. */
import { INSTRUCTOR_LIMITS } from '../../limits/index.ts';
import { AssignmentError, InfrastructureError, messageOf } from '../../platform/index.ts';
import { parentPort, workerData } from '../../platform/threads/index.ts';
import type { Assignment } from '../../spec/index.ts';
import type { SimulatorModule } from '../assignment.ts';
import { placeOf } from '../plain-loop.ts';
import { limitArrays } from './arrays.ts';
import { perform } from './calls.ts';
import { type CodeRequest, type CodeResponse, type CodeThreadData, PLACE } from './code-thread.ts';
import { loadSimulator } from './load.ts';

const { folder } = workerData as CodeThreadData;
const post = (response: CodeResponse) => parentPort?.postMessage(response);

Object.assign(globalThis, {
  [PLACE]: () => {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 50;
    post({ kind: 'place', place: placeOf(new Error('')) });
    Error.stackTraceLimit = stackTraceLimit;
  },
});
limitArrays(INSTRUCTOR_LIMITS.arrayBytes);

let module: Promise<SimulatorModule> | null = null;

parentPort?.on('message', ({ id, spec, call }: CodeRequest) => {
  module ??= loadSimulator({ spec: spec as Assignment['spec'], folder, shipped: false }).finally(() =>
    post({ kind: 'loaded' }),
  );
  module.then(
    (loaded) => {
      try {
        post({ kind: 'done', id, answer: perform(spec, loaded, call) });
      } catch (error) {
        fail(id, error);
      }
    },
    (error: unknown) => fail(id, error),
  );
});

function fail(id: number, error: unknown): void {
  const isOfAssignment = !(error instanceof InfrastructureError);
  post({
    kind: 'failed',
    id,
    isOfAssignment,
    message: error instanceof AssignmentError ? error.message : `simulator.ts: ${messageOf(error)}${placeOf(error)}`,
  });
}
