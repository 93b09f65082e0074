/** What this machine can do, and what is missing. */
export { type InspectOptions, inspectMachine } from './inspect.ts';
export { renderInspection } from './render.ts';
export { type InspectedPart, type Inspection, inspectionSchema } from './schema.ts';
