export { toldApart } from './apart.ts';
export { dependence, isConstant, type Known, measureInfluence } from './influence.ts';
export { inputsOf, isDefined, type Subject } from './outputs.ts';
