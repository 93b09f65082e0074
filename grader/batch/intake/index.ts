/** What a class handed in, read from folders or archives. */

export { headersOf } from './choose.ts';
export { headOf, shallowOf } from './git.ts';
export type { HandedFile } from './handed.ts';
export { type HandedIn, type Intake, isLateNote, isUndecidedNote, problemNote, takeIn, unreadable } from './intake.ts';
export { CANVAS, MOODLE } from './platforms.ts';
