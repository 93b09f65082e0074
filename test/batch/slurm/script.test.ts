import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { courseSchema } from '../../../grader/batch/course-schema.ts';
import { arrayArguments, batchScript } from '../../../grader/batch/slurm/script.ts';

const settings = (slurm: object) => courseSchema.parse({ schemaVersion: 1, slurm }).slurm;

describe('the script of a task', () => {
  it("runs the grader after the course's own lines, whatever is in its path", () => {
    const echo = ['/bin/echo', "/a course's/bin.js"];
    const text = batchScript('export SET_UP=yes\n', echo, ['batch', 'work', '/shared/week $3']);
    const run = execFileSync('/bin/bash', ['-c', `${text.replace('exec', 'echo "$SET_UP";')}`], {
      env: { SLURM_ARRAY_TASK_ID: '4' },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(run).toBe("yes\n/a course's/bin.js batch work /shared/week $3 4\n");
  });

  it('takes the Node in PATH where the node lacks the one of the login', () => {
    const text = batchScript('node() { echo "its own: $*"; }', ['/no/such/node', 'bin.js'], []);
    const run = execFileSync('/bin/bash', ['-c', text.replace('exec ', '')], {
      env: { SLURM_ARRAY_TASK_ID: '0' },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(run).toBe('its own: bin.js 0\n');
  });
});

describe('the options of sbatch', () => {
  const job = { name: 'grade-1', folder: '/out/slurm/0001', tasks: 4, gres: null, exclude: [] };

  it('are few where a course says nothing', () => {
    expect(arrayArguments(job, settings({}))).toEqual([
      '--job-name=grade-1',
      '--array=0-3',
      '--requeue',
      '--export=NONE',
      '--open-mode=append',
      '--chdir=/out/slurm/0001',
      '--output=/out/slurm/0001/%a.log',
      '--nodes=1',
      '--ntasks=1',
      '--cpus-per-task=2',
      '--time=01:00:00',
      '/out/slurm/0001/task.sh',
    ]);
  });

  it('name the folder as it is, where Slurm would replace a percent sign', () => {
    const args = arrayArguments({ ...job, folder: '/out 100%a' }, settings({}));
    expect(args).toEqual(
      expect.arrayContaining(['--chdir=/out 100%a', '--output=/out 100%%a/%a.log', '/out 100%a/task.sh']),
    );
  });

  it('are all that a course says, its own last', () => {
    const slurm = settings({
      ...{ partition: 'gpu', account: 'cs101', time: '2:00:00', cpus: 8, memoryMiB: 16000, tasksAtOnce: 2 },
      extra: ['--qos=low', '--time=10'],
    });
    const args = arrayArguments({ ...job, gres: 'gpu:1', exclude: ['n7', 'n9'] }, slurm);
    expect(args).toEqual(
      expect.arrayContaining([
        '--array=0-3%2',
        '--partition=gpu',
        '--account=cs101',
        '--gres=gpu:1',
        '--mem=16000M',
        '--exclude=n7,n9',
      ]),
    );
    expect(args.slice(-3)).toEqual(['--qos=low', '--time=10', '/out/slurm/0001/task.sh']);
  });
});
