import { describe, expect, it } from 'vitest';
import { impostorsOf } from '../../../grader/authoring/validate/impostors/index.ts';
import { type AssignmentSpec, assignmentSchema } from '../../../grader/spec/index.ts';
import { validSpec } from '../../spec/specs.ts';

/** A sparse matrix: how many elements it has is in an input, and the function does not get it. */
function sparse(style: string, outputExtent = 'rows'): AssignmentSpec {
  const base = validSpec();
  return assignmentSchema.parse({
    ...base,
    entry: {
      style,
      function: 'spmv',
      ...(style === 'kernel' && { launches: [{ name: 'flat', grid: [1], block: [64] }] }),
      parameters: [
        { name: 'row_start', role: 'input', type: 'int32', shape: ['rows+1'] },
        { name: 'value', role: 'input', type: 'float32', shape: ['nonzeros'] },
        { name: 'y', role: 'output', type: 'float32', shape: [outputExtent] },
        { name: 'rows', role: 'scalar', type: 'int32' },
        { name: 'nonzeros', role: 'dimension' },
      ],
    },
  });
}

describe('programs that only look like solutions', () => {
  it.each(['device-pointers', 'host', 'kernel'])('copy no input whose size they do not get: %s', (style) => {
    const files = impostorsOf(sparse(style), 0)?.map(({ file }) => file) ?? [];
    expect(files).toContain('impostor_copy_row_start.cu');
    expect(files.join()).not.toContain('value');
  });

  it.each(['device-pointers', 'host', 'kernel'])('are none if they do not get the size of an output: %s', (style) => {
    expect(impostorsOf(sparse(style, 'nonzeros'), 0)).toBeNull();
  });
});
