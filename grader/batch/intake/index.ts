/** What a class handed in, read from folders or archives. */

export { type HandedIn, takeIn, unreadable } from './intake.ts';
export { CANVAS, MOODLE } from './platforms.ts';
