import { type ElementTypeName, isFloatType } from './elements.ts';
import { arrayParameters, type Dims } from './entry.ts';
import type { AssignmentSpec } from './schema.ts';

/** Returns the extents of a picture's array, by the ending of its file; null for other files. */
export function pictureExtents(file: string): readonly string[] | null {
  if (/\.pgm$/i.test(file)) return ['h', 'w'];
  return /\.ppm$/i.test(file) ? ['h', 'w', '3'] : null;
}

/** True for the numbers that a program can write as text. */
export function isTextType(type: ElementTypeName): boolean {
  return isFloatType(type) ? type === 'float32' || type === 'float64' : type !== 'bool';
}

/** Returns what `main` gets after the name of the program. */
export function programArguments({ entry, scalars }: Pick<AssignmentSpec, 'entry' | 'scalars'>, dims: Dims): string[] {
  const numberOf = (name: string) => String(dims[name] ?? scalars?.[name] ?? 0);
  return (entry.arguments ?? []).map((one) => one.replace(/\{([^{}]*)\}/g, (_, name: string) => numberOf(name)));
}

/** Returns a specification in which the tolerance of numbers is not one of exit statuses and texts. */
export function withExactWords(spec: AssignmentSpec): AssignmentSpec {
  const words = arrayParameters(spec.entry).filter(({ from }) => from === 'exit-status' || from === 'text');
  if (words.length === 0) return spec;
  const exact = Object.fromEntries(words.map(({ name }) => [name, { absolute: 0 }]));
  return { ...spec, tolerance: { ...spec.tolerance, outputs: { ...spec.tolerance.outputs, ...exact } } };
}

/**
 * Returns the same exercise as a function of the style `host` that takes the arrays of the program: for programs that
 * the grader writes by itself.
 */
export function asHostFunction<S extends Pick<AssignmentSpec, 'entry'>>(spec: S): S {
  const { given: _given, arguments: _arguments, ...entry } = spec.entry;
  if (entry.style !== 'program') return spec;
  const parameters = entry.parameters.map((parameter) => {
    // Generated code needs the extents of the arrays.
    if (parameter.role === 'dimension') return { name: parameter.name, role: 'scalar', type: 'int32' } as const;
    if (!('shape' in parameter)) return parameter;
    const { file: _file, from: _from, after: _after, ...array } = parameter;
    return array;
  });
  return { ...spec, entry: { ...entry, style: 'host', parameters } };
}
