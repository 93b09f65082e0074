/** Recordings of host code, repeated with other inputs. */

export { keepsAddresses } from './addresses.ts';
export { type DirectRun, runDirectly } from './direct.ts';
export { type Judged, type Judging, judge, type Recordings, type RunAgain } from './judge.ts';
export { perform } from './perform.ts';
export { type Planned, planOf } from './plan.ts';
export { replay } from './replay.ts';
export { type LegalOrder, type StreamOrders, streamOrdersOf, type Unit } from './streams/index.ts';
