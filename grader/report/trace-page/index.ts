/** `grade-trace.html`, a page to step through what a simulated kernel did. */

export { renderTracePage } from './page.ts';
export { type Recording, TraceRecorder } from './recorder.ts';
