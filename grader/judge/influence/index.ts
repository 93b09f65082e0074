/** How much each input of a case matters to its outputs. */

export { toldApart } from './apart.ts';
export { dependence, isConstant, measureInfluence } from './influence.ts';
export { expectedOrNull, inputsOf, isDefined, type Known, outputsOf, type Subject } from './outputs.ts';
