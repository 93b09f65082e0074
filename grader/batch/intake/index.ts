export type { HandedFile } from './handed.ts';
export { type HandedIn, type Intake, takeIn, unreadable } from './intake.ts';
