/**
 * The least share for which inputs take part in the outputs. One plane of three has 0.37 to 0.39, one term of a sum
 * 0.1; half of the outputs, or two planes of three, have 0.5 and more.
 */
export const LEAST_INFLUENCE = 0.45;

/** The part of some outputs that must be right: rounding can go astray beside values that are not initialized. */
export const RIGHT = 0.9;
