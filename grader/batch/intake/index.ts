export type { HandedFile } from './handed.ts';
export { type HandedIn, type Intake, takeIn } from './intake.ts';
