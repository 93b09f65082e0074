/** Whose fault a failure is that nothing explains. */
export { ControlFailed, findBlame, reasonOf, type Trial, type Verdict } from './blame.ts';
export { CONTROL, controlInput, isControlOutput } from './control.ts';
