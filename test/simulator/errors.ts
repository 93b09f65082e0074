import { SimulationError } from '../../grader/simulator/index.ts';

/** The error of the simulator that a call must end in. */
export function errorOf(call: () => void): SimulationError {
  try {
    call();
  } catch (error) {
    if (error instanceof SimulationError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
