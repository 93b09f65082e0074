/** Where a barrier is missing between the two ends of a race, by its lines; follows the barrier's name. */
export const BARRIER_PLACES = {
  between: (first: number, last: number) => `is missing between line ${first} and line ${last}.`,
  'before-next': (first: number, last: number) => `is missing after line ${last}, before line ${first} runs again.`,
  'in-loop': (first: number, last: number) =>
    `is missing in the loop around ${first === last ? `line ${first}` : `line ${first} and line ${last}`}.`,
} as const;
