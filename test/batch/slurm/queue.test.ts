import { describe, expect, it } from 'vitest';
import { hasEnded, isStranded, isStuck, readDescription, readQueue } from '../../../grader/batch/slurm/queue.ts';

const task = (state: string, reason = 'None') => ({ index: 0, state, reason, node: '' });

describe('what squeue says', () => {
  it('is read by task', () => {
    const text = '7_2|PENDING|Resources|\n7_0|RUNNING|None|n1\n7_1|COMPLETED|None|n2\n';
    expect(readQueue(text, '7')).toEqual([
      { index: 2, state: 'PENDING', reason: 'Resources', node: '' },
      { index: 0, state: 'RUNNING', reason: 'None', node: 'n1' },
      { index: 1, state: 'COMPLETED', reason: 'None', node: 'n2' },
    ]);
    expect(readQueue('\n', '7')).toEqual([]);
  });

  it.each(['7_0 RUNNING', '7_[0-3]|PENDING|None|', '8_0|RUNNING|None|n1', '7_0|running?|None|n1', '<html>'])(
    'is not guessed at: %s',
    (text) => {
      expect(readQueue(text, '7')).toBeNull();
    },
  );

  it('tells what has ended from what goes on', () => {
    const ended = ['COMPLETED', 'FAILED', 'TIMEOUT', 'NODE_FAIL', 'OUT_OF_MEMORY', 'CANCELLED', 'PREEMPTED'];
    expect(ended.every((state) => hasEnded(task(state)))).toBe(true);
    const alive = ['PENDING', 'RUNNING', 'COMPLETING', 'REQUEUED', 'SUSPENDED', 'A_STATE_OF_A_LATER_SLURM'];
    expect(alive.some((state) => hasEnded(task(state)))).toBe(false);
  });

  it('tells waiting from waiting for ever', () => {
    expect(isStranded(task('PENDING', 'launch failed requeued held'))).toBe(true);
    expect(isStranded(task('PENDING', 'Resources'))).toBe(false);
    expect(
      ['Priority', 'Resources', 'BeginTime', 'QOSMaxJobsPerUserLimit'].some((reason) =>
        isStuck(task('PENDING', reason)),
      ),
    ).toBe(false);
    expect(
      ['PartitionDown', 'JobHeldAdmin', 'PartitionTimeLimit'].every((reason) => isStuck(task('PENDING', reason))),
    ).toBe(true);
    expect(isStuck(task('RUNNING', 'PartitionDown'))).toBe(false);
  });
});

describe('what scontrol says', () => {
  it('becomes words', () => {
    const text =
      'JobId=9 ArrayJobId=7 JobState=TIMEOUT Reason=TimeLimit Dependency=(null) ExitCode=0:15 ReqNodeList=(null) NodeList=n3 BatchHost=n3\n';
    expect(readDescription(text)).toBe('TIMEOUT, TimeLimit, exit code 0:15, on node n3');
    expect(readDescription('JobId=9 JobState=FAILED Reason=None NodeList=(null) ExitCode=3:0')).toBe(
      'FAILED, exit code 3:0',
    );
    expect(readDescription('slurmctld is away')).toBeNull();
  });
});
