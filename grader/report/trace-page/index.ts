export { renderTracePage, type TracePageInput } from './page.ts';
export { type Recording, TraceRecorder } from './recorder.ts';
