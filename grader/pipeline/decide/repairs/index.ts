/** Small changes that repair what beginners get wrong: the bugs of `grade mutate`, the other way round. */

import type { RepairOperator } from '../repair.ts';
import { barrier, bounded, guarded, leftOut, missingFirst, otherAssignment, otherStep } from './statements.ts';
import {
  always,
  blocks,
  builtIn,
  bytes,
  factor,
  firstValue,
  offByOne,
  oneSide,
  opposite,
  otherArithmetic,
  otherBounds,
  otherCast,
  otherComparison,
  otherName,
  roundedUp,
  swappedArguments,
  swappedDimensions,
  swappedNames,
  swappedNumbers,
  swappedSubscripts,
} from './values.ts';

/**
 * In the order in which they are tried. A group counts only if no change of the groups before it makes the cases right: a
 * guard with `<=` can be repaired by another argument of the launch as well, but that is no usual mistake.
 */
export const REPAIRS: readonly (readonly RepairOperator[])[] = [
  [
    otherComparison,
    otherBounds,
    roundedUp,
    bytes,
    opposite,
    builtIn,
    swappedNames,
    swappedSubscripts,
    swappedDimensions,
    otherStep,
    otherAssignment,
    missingFirst,
    firstValue,
  ],
  [bounded],
  [
    guarded,
    barrier,
    always,
    leftOut,
    oneSide,
    offByOne,
    swappedArguments,
    swappedNumbers,
    otherCast,
    otherArithmetic,
    otherName,
  ],
  [factor, blocks],
];
