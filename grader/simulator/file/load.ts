import { AssignmentError, InfrastructureError, messageOf } from '../../platform/index.ts';
import { simulatorFile } from '../../platform/packaged/index.ts';
import type { Assignment } from '../../spec/index.ts';
import type { SimulatorModule } from '../assignment.ts';

/** Name under which a course's own `simulator.ts` imports the simulator. */
const PUBLIC_NAME = 'cuda-course-grade/simulator';
/** How the assignments that ship import it: kept working in a copy of one that lies elsewhere. */
const SHIPPED_NAME = '../../grader/simulator/index.ts';

/** True for a module that the program gives to a simulator, whatever lies on the disk. */
export function isProvided(name: string): boolean {
  return name === PUBLIC_NAME || name === SHIPPED_NAME;
}

/** What it must export. */
const EXPECTED = 'the functions simulate(inputs, dims, options) and expected(inputs, dims)';

/**
 * The assignment's `simulator.ts`. One that ships was compiled with this package; any other, and one that was written
 * or changed since, is TypeScript that is compiled in memory when it is loaded.
 * @throws AssignmentError where it is missing, does not compile or run, or does not export what it must
 */
export async function loadSimulator(
  assignment: Pick<Assignment, 'spec' | 'folder' | 'shipped'>,
): Promise<SimulatorModule> {
  const file = simulatorFile(assignment.folder, assignment.shipped ? assignment.spec.id : null);
  const { path } = file;
  if (!assignment.shipped && !file.exists) {
    throw new AssignmentError(`${path} does not exist. Expected ${EXPECTED}.`);
  }
  // The simulator is the instance that runs already, so that its errors are known here by their class.
  const simulator = await import('../index.ts');
  let module: unknown;
  try {
    module = await file.load({ [PUBLIC_NAME]: simulator, [SHIPPED_NAME]: simulator });
  } catch (error) {
    if (error instanceof InfrastructureError) throw error;
    throw new AssignmentError(
      `${path} cannot be loaded: ${messageOf(error)}. It is a TypeScript module that imports the simulator from '${PUBLIC_NAME}'.`,
      { cause: error },
    );
  }
  if (simulator.isSimulatorModule(module)) return module;
  throw new AssignmentError(`${path} does not export what it must. Expected ${EXPECTED}.`);
}
