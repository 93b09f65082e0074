import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadSimulator } from '../../grader/simulator/file/index.ts';
import type { SimulatorModule } from '../../grader/simulator/index.ts';
import { type Assignment, loadAssignment } from '../../grader/spec/index.ts';

const root = new URL('../../assignments/', import.meta.url);

export const SHIPPED = ['grayscale', 'matmul-2d', 'matmul-tiled'] as const;
/** The same lecture's first steps, and what follows from them. */
export const FURTHER = ['thread-names', 'grayscale-2d', 'box-blur'] as const;

/** Those that give points for speed. */
export const CALIBRATED = [...SHIPPED, ...FURTHER, 'matmul-dynamic', 'reduction'] as const;

/** All that ship. */
export const EVERY: readonly string[] = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

export interface Shipped {
  readonly assignment: Assignment;
  readonly module: SimulatorModule;
  readonly readFile: (relativePath: string) => Uint8Array;
}

export async function shipped(id: string): Promise<Shipped> {
  const assignment = loadAssignment(fileURLToPath(new URL(id, root)));
  const readFile = (path: string): Uint8Array => readFileSync(join(assignment.folder, path));
  return { assignment, module: await loadSimulator(assignment), readFile };
}
