/** What this machine can do, and what is missing. */
export { inspectMachine } from './inspect.ts';
export { renderInspection } from './render.ts';
export { type Inspection, inspectionSchema } from './schema.ts';
