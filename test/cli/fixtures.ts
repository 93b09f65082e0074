import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { validSpec, yaml } from '../spec/specs.ts';

export interface Workspace {
  root: string;
  /** Holds `matmul-demo` and, in `broken`, an assignment with mistakes. */
  assignments: string;
  broken: string;
  /** A submission. */
  file: string;
  path(...parts: string[]): string;
}

/** A folder with assignments and a submission for the tests of one file. */
export function workspace(): Workspace {
  const space: Workspace = {
    root: '',
    assignments: '',
    broken: '',
    file: '',
    path: (...parts) => join(space.root, ...parts),
  };
  beforeAll(() => {
    space.root = mkdtempSync(join(tmpdir(), 'grade-cli-'));
    space.assignments = add(space.path('course'), 'matmul-demo', yaml(validSpec()));
    space.broken = add(space.path('other'), 'broken', yaml({ ...validSpec(), id: 'broken', cases: [], titel: 'x' }));
    space.file = space.path('mine.cu');
    writeFileSync(space.file, '__global__ void k() {}\n');
  });
  afterAll(() => rmSync(space.root, { recursive: true, force: true }));
  return space;
}

function add(root: string, id: string, spec: string): string {
  mkdirSync(join(root, id), { recursive: true });
  writeFileSync(join(root, id, 'assignment.yaml'), spec);
  writeFileSync(join(root, id, 'baseline.cu'), '// baseline');
  return root;
}
