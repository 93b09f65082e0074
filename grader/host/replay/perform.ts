import type { CreateDevice } from '../device.ts';
import { type Connections, execute } from '../execute.ts';
import type { Executed, Task } from '../task.ts';
import { blind } from './blind.ts';
import { plan } from './plan.ts';
import { record } from './record.ts';
import { replay } from './replay.ts';

/** Carries out a task in a worker: runs it, records it, or replays a recording of it. */
export function perform(task: Task, createDevice: CreateDevice, connections: Connections = {}): Executed {
  switch (task.job?.kind) {
    case 'record':
      return record(task, task.job, createDevice, connections);
    case 'replay':
      return replay(task, task.job, createDevice, connections);
    case 'plan':
      return plan(task, task.job, connections);
    case 'blind':
      return blind(task, task.job, createDevice, connections);
    default:
      return execute(task, createDevice, connections);
  }
}
