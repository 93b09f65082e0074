export { toldApart } from './apart.ts';
export { copiedInput } from './copies.ts';
export { dependence } from './draws.ts';
export { type Influence, isIdle, LEAST_INFLUENCE, measureInfluence } from './influence.ts';
export { type Expected, inputsOf, type RunOutputs, type RunWith, type Subject, writtenElements } from './outputs.ts';
