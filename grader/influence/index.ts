export { toldApart } from './apart.ts';
export { dependence, isConstant, measureInfluence } from './influence.ts';
export { inputsOf, isDefined, type Known, type Subject } from './outputs.ts';
export { reachOfOne } from './spread.ts';
