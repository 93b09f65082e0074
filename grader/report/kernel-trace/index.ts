/** A recorded block of a student's own kernel, as a page to step through or as text. */

export { type TraceData, traceData } from './data.ts';
export { linear, type Moment, shownFault } from './moment.ts';
export { type KernelTracePageInput, renderKernelTrace } from './page.ts';
export { type SourceLines, threadText } from './text.ts';
