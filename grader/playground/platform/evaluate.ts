import type * as Platform from '../../platform/evaluate.ts';

export const canEvaluate: typeof Platform.canEvaluate = false;

/** No page can stop another worker's code to ask where it is: it ends it, and knows that it was out of time. */
export const evaluateIn: typeof Platform.evaluateIn = async () => () => undefined;
