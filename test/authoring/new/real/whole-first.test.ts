import { it } from 'vitest';
import { PROOF_IDS } from '../../../../grader/authoring/validate/index.ts';
import { half, useProofs, WHOLE } from './proofs.ts';

const prove = useProofs();

it.each(half(WHOLE, 0))('%s in %s is proven', { timeout: 300_000 }, async (...pair) => {
  await prove(pair, PROOF_IDS);
});
