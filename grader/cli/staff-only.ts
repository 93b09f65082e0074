import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot, UsageError } from '../platform/index.ts';

/**
 * Reports a command that needs what a package for students does not have.
 * @param part - its path in the package
 * @throws UsageError
 */
export function assertHas(part: string | undefined, command: string, root: string = packageRoot): void {
  if (part === undefined || existsSync(join(root, part))) return;
  throw new UsageError(
    `This package is for students, and \`grade ${command}\` needs the package for staff: npm install -g cuda-course-grade.`,
  );
}
