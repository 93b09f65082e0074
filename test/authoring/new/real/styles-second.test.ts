import { it } from 'vitest';
import { PROOF_IDS } from '../../../../grader/authoring/validate/index.ts';
import { half, REST, useProofs } from './proofs.ts';

const prove = useProofs();

it.each(half(REST, 1))('the verdicts of %s in %s are proven', { timeout: 300_000 }, async (...pair) => {
  await prove(
    pair,
    PROOF_IDS.filter((proof) => proof !== 'impostors'),
  );
});
