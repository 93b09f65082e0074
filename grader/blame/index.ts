/** Whose fault a failure is that nothing explains. */
export { ControlFailed, findBlame, reasonOf } from './blame.ts';
export { CONTROL, controlInput, isControlOutput } from './control.ts';
