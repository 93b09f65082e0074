/** Turns of processes that must not work at once. */

export type { LockMode, Ticket } from './earlier-ticket.ts';
export type { Hold, Waiting } from './queue-lock.ts';
export { QueueLock } from './queue-lock.ts';
