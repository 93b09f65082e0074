/** Where a barrier is missing between the two ends of a race, by its lines; follows the barrier's name. */
export const BARRIER_PLACES = {
  between: (first: number, last: number) => `is missing between line ${first} and line ${last}.`,
  'end-of-loop': (first: number, last: number) =>
    `is missing at the end of the loop's body: after line ${last}, before line ${first} runs again.`,
} as const;
