import type { HeaderFile } from '../../compile/index.ts';
import type { AssignmentSpec } from '../../spec/index.ts';

/** The files that a submission can include of its own, unless the assignment sets it. */
const DEFAULT_FILES = { max: 16, names: ['*.cuh', '*.h', '*.hh', '*.hpp', '*.hxx', '*.inl', '*.inc', '*.cu'] } as const;

/** Returns why an assignment does not take the headers of a submission; null if it does. */
export function refusedFiles({ submission }: AssignmentSpec, headers: readonly HeaderFile[]): string | null {
  const max = submission?.files?.max ?? DEFAULT_FILES.max;
  const names = submission?.files?.names ?? DEFAULT_FILES.names;
  if (headers.length > max) {
    const few = max === 0 ? 'This assignment takes one file.' : `The maximum is ${max}.`;
    return `The submission includes ${headers.length} ${headers.length === 1 ? 'file' : 'files'} of its own. ${few}`;
  }
  const patterns = names.map(patternOf);
  const other = headers.find(({ path }) => !patterns.some((pattern) => pattern.test(path.split('/').at(-1) ?? '')));
  return other ? `This assignment does not take the file ${other.name}. It takes ${names.join(', ')}.` : null;
}

/** `*` stands for any characters of a name. */
function patternOf(name: string): RegExp {
  const parts = name.split('*').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'i');
}
