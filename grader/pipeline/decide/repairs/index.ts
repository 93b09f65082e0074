/** Small changes that repair what beginners get wrong: the bugs of `grade mutate`, the other way round. */

import type { RepairOperator } from '../repair.ts';
import { leftOut, missingFirst, otherAssignment, otherStep } from './statements.ts';
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
  otherCast,
  otherName,
  otherSign,
  roundedUp,
  swappedArguments,
  swappedNames,
  swappedNumbers,
} from './values.ts';

/** In the order in which they are tried. */
export const REPAIRS: readonly RepairOperator[] = [
  otherSign,
  roundedUp,
  bytes,
  opposite,
  builtIn,
  swappedNames,
  swappedArguments,
  offByOne,
  otherStep,
  otherAssignment,
  missingFirst,
  firstValue,
  oneSide,
  always,
  swappedNumbers,
  otherCast,
  blocks,
  otherName,
  factor,
  leftOut,
];
