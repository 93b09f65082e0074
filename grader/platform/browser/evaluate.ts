import type * as Platform from '../threads/evaluate.ts';

export const canEvaluate: typeof Platform.canEvaluate = false;

/** No page can stop another worker's code to ask where it is: host code watches its time itself (host/module/watch-loops.ts). */
export const evaluateIn: typeof Platform.evaluateIn = async () => () => undefined;
