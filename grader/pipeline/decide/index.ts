/** A failed submission → the one line at which a small change makes every visible case right. */

export { type DecideRequest, type Decision, decide } from './search.ts';
