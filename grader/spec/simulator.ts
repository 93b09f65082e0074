import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { AssignmentError, messageOf } from '../platform/errors.ts';
import { packageRoot } from '../platform/root.ts';
import type { SimulatorModule } from '../simulator/index.ts';
import type { Assignment } from './load.ts';

/** Name under which a course's own `simulator.ts` imports the simulator. */
const PUBLIC_NAME = 'cuda-course-grade/simulator';
/** How the assignments that ship import it: kept working in a copy of one that lies elsewhere. */
const SHIPPED_NAME = '../../grader/simulator/index.ts';

/** What it must export. */
const EXPECTED = 'the functions simulate(inputs, dims, options) and expected(inputs, dims)';

const fromSources = import.meta.url.endsWith('.ts');

/**
 * The assignment's `simulator.ts`. One that ships was compiled with this package; any other, and one that was written
 * or changed since, is TypeScript that is compiled in memory when it is loaded.
 * @throws AssignmentError where it is missing, does not compile or run, or does not export what it must
 */
export async function loadSimulator(
  assignment: Pick<Assignment, 'spec' | 'folder' | 'shipped'>,
): Promise<SimulatorModule> {
  const path = join(assignment.folder, 'simulator.ts');
  if (!assignment.shipped && !existsSync(path)) {
    throw new AssignmentError(`${path} does not exist. Expected ${EXPECTED}.`);
  }
  let module: unknown;
  try {
    const compiled = assignment.shipped ? compiledModule(assignment.spec.id, path) : null;
    module = compiled ? await import(compiled) : await loadTypeScript(path);
  } catch (error) {
    throw new AssignmentError(
      `${path} cannot be loaded: ${messageOf(error)}. It is a TypeScript module that imports the simulator from '${PUBLIC_NAME}'.`,
      { cause: error },
    );
  }
  const { isSimulatorModule } = await import('../simulator/index.ts');
  if (isSimulatorModule(module)) return module;
  throw new AssignmentError(`${path} does not export what it must. Expected ${EXPECTED}.`);
}

/** @returns null where the build has none, or where `path` was changed after it */
function compiledModule(id: string, path: string): string | null {
  const url = fromSources
    ? pathToFileURL(join(packageRoot, 'assignments', id, 'simulator.ts'))
    : new URL(`../../assignments/${id}/simulator.js`, import.meta.url);
  const compiled = statSync(fileURLToPath(url), { throwIfNoEntry: false });
  const source = statSync(path, { throwIfNoEntry: false });
  if (source && (!compiled || source.mtimeMs > compiled.mtimeMs)) return null;
  return url.href;
}

async function loadTypeScript(path: string): Promise<unknown> {
  const { createJiti } = await import('jiti');
  const simulator = await import('../simulator/index.ts');
  // No files are cached: nothing is left behind, and an edited module is seen at once. The simulator is the instance
  // that runs already, so that its errors are known here by their class.
  const jiti = createJiti(import.meta.url, {
    fsCache: false,
    moduleCache: false,
    virtualModules: { [PUBLIC_NAME]: simulator, [SHIPPED_NAME]: simulator },
  });
  return jiti.import(path);
}
