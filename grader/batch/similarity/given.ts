import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFiles } from '../../platform/files/index.ts';
import type { Assignment } from '../../spec/index.ts';

/**
 * What every student was given: `starter.cu` and the code blocks of `handout.md`, where the assignment has them. The
 * baseline is not among it: it is a solution, and who took it over should be seen.
 */
export function givenSources({ folder }: Pick<Assignment, 'folder'>): string[] {
  const read = (name: string): string =>
    typeof nodeFiles.stat(join(folder, name)) === 'number'
      ? new TextDecoder().decode(nodeFiles.read(join(folder, name)))
      : '';
  const blocks = [...read('handout.md').matchAll(/^(`{3,}|~{3,})[^\n]*\n([\s\S]*?)^\1/gm)].map(
    ([, , code = '']) => code,
  );
  return [read('starter.cu'), ...blocks].filter((source) => source.trim() !== '');
}

/** Returns the accepted solutions of an assignment in CUDA C++; none if it has none. */
export function acceptedSources({ folder }: Pick<Assignment, 'folder'>): string[] {
  const accepted = join(folder, 'submissions', 'accepted');
  return listed(accepted).map((name) => new TextDecoder().decode(nodeFiles.read(join(accepted, name))));
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.cu'))
      .sort();
  } catch {
    return [];
  }
}
