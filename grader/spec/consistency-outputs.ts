import { unknownName } from './consistency-common.ts';
import type { Complaint, Draft } from './draft.ts';
import { isFloatType } from './elements.ts';
import { type ArrayParameter, extentNames, integerScalars, outputParameters } from './entry.ts';
import type { AssignmentSpec } from './schema.ts';

type Entry = AssignmentSpec['entry'];

/** Checks the names in `tolerance`. */
export function checkTolerance(entry: Entry, { tolerance }: Draft): Complaint[] {
  if (!tolerance) return [];
  const known = integerScalars(entry).map(({ name }) => name);
  const terms = ({ perTerm }: Pick<typeof tolerance, 'perTerm'>, path: Complaint['path']): Complaint[] =>
    extentNames(perTerm?.count ?? 1)
      .filter((name) => !known.includes(name))
      .map((name) => unknownName(name, known, 'an integer scalar parameter', [...path, 'perTerm', 'count']));
  const own = Object.entries(tolerance.outputs ?? {});
  return [
    ...terms(tolerance, ['tolerance']),
    ...own.flatMap(([name, parts]) => [
      ...unknownOutput(entry, name, ['tolerance', 'outputs', name]),
      ...terms(parts, ['tolerance', 'outputs', name]),
    ]),
  ];
}

/** Checks that each output in `comparison` can be compared in this way. */
export function checkComparison(entry: Entry, draft: Draft): Complaint[] {
  return Object.entries(draft.comparison ?? {}).flatMap(([name, how]): Complaint[] => {
    const path = ['comparison', name];
    const output = outputParameters(entry).find((candidate) => candidate.name === name);
    if (!output) return unknownOutput(entry, name, path);
    return [
      ...checkWay(output, how, path, draft),
      ...(how.first === undefined ? [] : checkFirst(entry, output, how.first, [...path, 'first'])),
    ];
  });
}

type How = NonNullable<AssignmentSpec['comparison']>[string];

function checkWay(
  output: ArrayParameter,
  { as, unwritten, first }: How,
  path: Complaint['path'],
  draft: Draft,
): Complaint[] {
  const complaints: Complaint[] = [];
  const isByOrder = as === 'multiset' || as === 'set';
  if (isByOrder && output.shape.length > 1 && isFloatType(output.type)) {
    complaints.push({
      path: [...path, 'as'],
      problem: `rows of ${output.type} in any order cannot be matched within a tolerance`,
      expected: 'an output with one dimension or with integers, or `as: check`',
      found: as,
    });
  }
  if (as === 'check' && draft.expected && draft.expected.operation !== 'simulator') {
    complaints.push({
      path: [...path, 'as'],
      problem: `check() is a function of simulator.ts, and the operation is ${draft.expected.operation}`,
      expected: '`expected: { operation: simulator }`',
    });
  }
  if (unwritten === 'allowed' && as !== 'check') {
    complaints.push({
      path: [...path, 'unwritten'],
      problem: `an element that nothing has written has no value to compare as ${as}`,
      expected: '`as: check`, or `first` for a number of elements that must be written',
    });
  }
  if (draft.timing && (as !== 'elements' || first !== undefined)) {
    complaints.push({
      path,
      problem: 'a timed output is compared element by element with the output of the baseline',
      expected: 'an assignment without `timing`',
    });
  }
  return complaints;
}

function checkFirst(entry: Entry, output: ArrayParameter, first: string, path: Complaint['path']): Complaint[] {
  const ofOne = outputParameters(entry).filter(
    ({ name, shape, type, vector }) =>
      name !== output.name && shape.every((extent) => extent === 1) && !isFloatType(type) && !vector,
  );
  const known = [...integerScalars(entry), ...ofOne].map(({ name }) => name);
  return known.includes(first)
    ? []
    : [unknownName(first, known, 'an integer scalar parameter, or an output of one integer', path)];
}

function unknownOutput(entry: Entry, name: string, path: Complaint['path']): Complaint[] {
  const names = outputParameters(entry).map((output) => output.name);
  return names.includes(name) ? [] : [{ ...unknownName(name, names, 'an output', path), at: 'key' }];
}
