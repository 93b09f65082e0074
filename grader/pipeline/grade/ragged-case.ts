import type { PlannedCase } from './plan-cases.ts';

/** Sizes of blocks are multiples of a warp: an extent that is not one leaves threads without an element. */
const WARP = 32;
/** Below this, a case has hardly more than one block. */
const FEWEST_ELEMENTS = 256;

/**
 * Chooses the case that compute-sanitizer sees by default: small, because its tools make kernels up to a hundred times
 * slower, and ragged, because a missing guard and a missing barrier show there.
 */
export function raggedCase<Case extends { readonly plan: Pick<PlannedCase, 'dims' | 'elements'> }>(
  cases: readonly Case[],
): Case | null {
  const bySize = [...cases].sort((a, b) => a.plan.elements - b.plan.elements);
  const ragged = bySize.filter(({ plan }) => Object.values(plan.dims).some((extent) => extent % WARP !== 0));
  const large = (all: readonly Case[]) => all.find(({ plan }) => plan.elements >= FEWEST_ELEMENTS);
  return large(ragged) ?? ragged.at(-1) ?? large(bySize) ?? bySize.at(-1) ?? null;
}
