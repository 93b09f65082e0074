import { nearest } from '../platform/index.ts';
import type { Complaint, Siblings } from './draft.ts';
import { type ElementTypeName, integerRange } from './elements.ts';
import type { AssignmentSpec, Distribution } from './schema.ts';
import { type ListedTechnique, listedTechniques } from './technique.ts';

/** A name that should be one of `known` and is not. */
export function unknownName(name: string, known: Iterable<string>, what: string, path: Complaint['path']): Complaint {
  const names = [...known];
  const meant = nearest(name, names);
  return {
    path,
    problem: `${name} is not ${what}${meant === null ? '' : `, did you mean ${meant}?`}`,
    expected: names.length === 0 ? `${what} (there is none)` : `one of ${names.join(', ')}`,
    found: name,
  };
}

/** Returns each technique that is mentioned, with where it stands. */
export function listed(technique: AssignmentSpec['technique'] | null | undefined): ListedTechnique[] {
  return technique ? listedTechniques(technique) : [];
}

/** Can a distribution be drawn in an element type? */
export function checkDistribution(
  distribution: Distribution,
  type: ElementTypeName,
  path: Complaint['path'],
): Complaint[] {
  if (distribution.distribution === 'image') {
    if (type === 'uint8') return [];
    return [{ path, problem: `a picture has uint8 elements, this input has ${type}`, expected: 'uniform or constant' }];
  }
  const complaints: Complaint[] = [];
  const values = valuesOf(distribution);
  const range = integerRange(type);
  for (const [key, value] of values) {
    if (range !== null && (!Number.isInteger(value) || value < range[0] || value > range[1])) {
      complaints.push({
        path: [...path, key],
        problem: `${key} does not fit ${type}`,
        expected: `a whole number from ${range[0]} to ${range[1]}`,
        found: String(value),
      });
    }
  }
  if ('min' in distribution && distribution.min > distribution.max) {
    complaints.push({
      path,
      problem: 'min is larger than max',
      expected: 'min <= max',
      found: `${distribution.min} and ${distribution.max}`,
    });
  }
  return complaints;
}

/** The numbers of a distribution that must be values of the type, by key. */
function valuesOf(distribution: Distribution): [string, number][] {
  if ('min' in distribution) {
    return [
      ['min', distribution.min],
      ['max', distribution.max],
    ];
  }
  return distribution.distribution === 'constant' ? [['value', distribution.value]] : [];
}

/** A file beside the spec: a relative path, inside the assignment's folder, that is there. */
export function checkFile(file: string, path: Complaint['path'], siblings: Siblings): Complaint[] {
  if (/^([/\\]|[A-Za-z]:)/.test(file) || file.split(/[/\\]/).includes('..')) {
    return [{ path, problem: `${file} leads out of the assignment's folder`, expected: 'a file beside this one' }];
  }
  const size = siblings(file);
  if (typeof size === 'number') return [];
  return [
    {
      path,
      problem: size === 'folder' ? `${file} is a folder` : `${file} does not exist`,
      expected: 'a file beside this one',
    },
  ];
}
