/** Proofs that an assignment judges as it says. */

export { MANIFEST_PATH } from '../submissions.ts';
export { Lanes } from './lanes.ts';
export { observeSubmissions, renderObserved, withObserved } from './observe.ts';
export { PROOF_IDS, type ProofId } from './proof.ts';
export { renderValidation } from './render.ts';
export { type ProofResult, type ValidatedAssignment, validationSchema } from './schema.ts';
export { flawsOfCalibration } from './timing.ts';
export { validateAssignment } from './validate.ts';
