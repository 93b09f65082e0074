import {
  type Assignment,
  type AssignmentSpec,
  arrayParameters,
  extentNames,
  isBasicType,
  isOutput,
} from '../../spec/index.ts';

type Parameter = AssignmentSpec['entry']['parameters'][number];

/**
 * Returns the assignment as a submission answers it: a function that takes and returns tensors, as an inline extension
 * of PyTorch does, is judged as one where the exercise asks for pointers. The inputs, the outputs and the points are the
 * same.
 */
export function asAnswered(assignment: Assignment, source: string): Assignment {
  const { spec } = assignment;
  const entry = tensorEntry(spec);
  if (entry === null || !returnsTensor(source, spec.entry.function)) return assignment;
  return { ...assignment, spec: { ...spec, entry }, written: assignment.written ?? assignment };
}

/** Returns the assignment as its author wrote it, which its own programs answer. */
export function asWritten(assignment: Assignment): Assignment {
  return assignment.written ?? assignment;
}

/** Returns the same function over tensors; `null` if there is none: it has no output to return, several, or arrays that no tensor has. */
function tensorEntry({ entry }: AssignmentSpec): AssignmentSpec['entry'] | null {
  if (entry.style !== 'device-pointers' && entry.style !== 'host') return null;
  const arrays = arrayParameters(entry);
  const outputs = arrays.filter(isOutput);
  if (outputs.length !== 1) return null;
  if (arrays.some(({ role, type, vector }) => role === 'inout' || vector !== undefined || !isBasicType(type)))
    return null;
  const extents = new Set(
    entry.parameters.flatMap((parameter) => ('shape' in parameter ? parameter.shape.flatMap(extentNames) : [])),
  );
  const parameters = entry.parameters.map(
    (parameter): Parameter =>
      // A tensor knows its size.
      parameter.role === 'scalar' && extents.has(parameter.name)
        ? { name: parameter.name, role: 'dimension' }
        : parameter,
  );
  return { ...entry, style: 'torch', parameters };
}

/** True if a source defines a function that returns a tensor. */
function returnsTensor(source: string, name: string): boolean {
  const code = source.replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//g, ' ');
  return new RegExp(`\\b(?:(?:torch|at)\\s*::\\s*)?Tensor\\s+${name}\\s*\\(`).test(code);
}
