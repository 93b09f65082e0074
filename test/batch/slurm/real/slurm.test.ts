import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Batch, endLogins, IN_HEADER, type Login } from './batches.ts';
import { Cluster, hasSteps, NODES, reason } from './cluster.ts';

const HAS_GPU = existsSync('/dev/nvidiactl');
if (HAS_GPU) process.stderr.write('the test of a node without a GPU is skipped: this machine has one\n');

const QUICK = 'rejected/missing-semicolon';
/** Begins quickly, and is then busy for long enough to be disturbed. */
const FOUR = [QUICK, 'accepted/lecture-256', QUICK, QUICK];
const [FIRST, SECOND] = NODES;

describe.skipIf(reason !== null)('a batch on a real Slurm', () => {
  let cluster: Cluster;
  let overtime: Batch;
  let overtimeLogin: Login;
  beforeAll(async () => {
    cluster = await Cluster.start();
    // Slurm's shortest time is a minute. It passes on one node while the other tests have the other one.
    const flag = join(cluster.folder, 'slept');
    overtime = new Batch(cluster, 'overtime', [QUICK, QUICK], {
      time: '1',
      setup: `[ -e '${flag}' ] || { touch '${flag}'; sleep 300; }`,
      extra: [`--nodelist=${SECOND}`],
    });
    overtimeLogin = overtime.start('emulator', 900);
    await cluster.until(async () => (await cluster.tasks('RUNNING')).length === 1, 'the task that takes too long');
  });
  // One test that fails leaves no node that the next one waits for.
  beforeEach(() => cluster.resume());
  afterEach((context) => {
    if (context.task.result?.state === 'fail') process.stderr.write(`${cluster.log('slurmctld')}\n`);
  });
  afterAll(async () => {
    await endLogins();
    await cluster?.dispose();
  });

  const onFirst = { extra: [`--nodelist=${FIRST}`] };

  it('is graded by array jobs', async () => {
    const batch = new Batch(
      cluster,
      'whole',
      ['accepted/lecture-256', `${IN_HEADER}rejected/blue-first`, QUICK, QUICK, QUICK, QUICK],
      {
        ...onFirst,
        submissionsPerTask: 3,
      },
    );
    const login = batch.start();
    expect(await login.ended, login.stderr).toBe(0);
    expect(batch.wrong()).toEqual([]);
    expect(await batch.events('slurm')).toMatchObject([{ tasks: 2, submissions: 6 }]);
    expect(await batch.events('graded')).toHaveLength(6);
  });

  it('gets over a task that is killed', async () => {
    const batch = new Batch(cluster, 'killed', FOUR, onFirst);
    const login = batch.start();
    await batch.begun();
    const workers = batch.workers();
    expect(workers).toHaveLength(1);
    for (const pid of workers) process.kill(pid, 'SIGKILL');
    expect(await login.ended, login.stderr).toBe(0);
    expect(login.stderr).toContain('lost and submitted again');
    expect(batch.wrong()).toEqual([]);
    expect(await batch.events('graded')).toHaveLength(4);
    expect(await batch.events('fault')).toEqual([]);
  });

  it('gets over a controller that is killed and started again', async () => {
    const go = join(cluster.folder, 'go');
    const batch = new Batch(cluster, 'controller', FOUR, {
      ...onFirst,
      submissionsPerTask: 2,
      // Slurm writes down what it knows every few seconds: nothing may begin between that and its end, or it gives the
      // number of a task that it has forgotten to the next one, and drains the node that is to have both.
      setup: `until [ -e '${go}' ]; do sleep 0.2; done`,
    });
    const login = batch.start();
    await cluster.until(async () => (await batch.events('slurm')).length > 0, 'the job in the journal');
    await cluster.until(async () => (await cluster.tasks('RUNNING', FIRST)).length === 1, 'its first task');
    await cluster.saved((await cluster.tasks('RUNNING', FIRST))[0] ?? '');
    await cluster.killController();
    await cluster.until(() => login.stderr.includes('Slurm does not answer'), 'a controller that is missed');
    cluster.startController();
    writeFileSync(go, '');
    expect(await login.ended, login.stderr).toBe(0);
    expect(batch.wrong()).toEqual([]);
    expect(await batch.events('slurm'), login.stderr).toHaveLength(1);
    expect(await batch.events('graded')).toHaveLength(4);
  });

  it('continues after a node goes down or is drained: Slurm requeues the task', async () => {
    const batch = new Batch(cluster, 'down', FOUR, onFirst);
    const login = batch.start();
    await batch.begun();
    const job = await cluster.ask('squeue', '--noheader', '--states=RUNNING', `--nodelist=${FIRST}`, '--format=%A');
    const [task = ''] = await cluster.tasks('RUNNING', FIRST);
    await cluster.ask('scontrol', 'update', `NodeName=${SECOND}`, 'State=drain', 'Reason=test');
    await cluster.ask('scontrol', 'update', `NodeName=${FIRST}`, 'State=down', 'Reason=test');
    // The batch that exceeds its time can wait there too.
    await cluster.until(async () => (await cluster.tasks('PENDING')).includes(task), 'the task in the queue again');
    await cluster.until(() => batch.workers().length === 0, 'the end of the task on the node');
    // A node that is given the same job again while it clears up after it refuses it, and is drained.
    await cluster.until(() => !hasSteps(job), 'the end of the job on the node');
    await cluster.resume();
    await cluster.until(async () => (await cluster.nodes())[0] === 'idle', 'a node that is idle');
    // Slurm holds what it requeues for two minutes. Some of it is needed: a node refuses for a moment what it has ended.
    await cluster.ask('scontrol', 'update', `JobId=${task}`, 'StartTime=now+20');
    expect(await login.ended, login.stderr).toBe(0);
    expect(batch.wrong()).toEqual([]);
    expect(await batch.events('slurm'), login.stderr).toHaveLength(1);
    expect(await batch.events('graded')).toHaveLength(4);
  });

  it('is gone on with from another login, where the job went on alone', async () => {
    const go = join(cluster.folder, 'went-on');
    const batch = new Batch(cluster, 'logins', FOUR, {
      ...onFirst,
      submissionsPerTask: 3,
      // On a busy machine, all might have ended before the other login has looked.
      setup: `[ "$SLURM_ARRAY_TASK_ID" = 0 ] || until [ -e '${go}' ]; do sleep 0.2; done`,
    });
    const lost = batch.start();
    await batch.begun();
    lost.kill('SIGKILL');
    await lost.ended;
    const login = batch.start();
    await cluster.until(() => /Slurm job \d+ goes on/.test(login.stderr), 'a login that finds the job');
    writeFileSync(go, '');
    expect(await login.ended, login.stderr).toBe(0);
    expect(login.stderr).toMatch(/Slurm job \d+ goes on/);
    expect(batch.wrong()).toEqual([]);
    expect(await batch.events('slurm'), login.stderr).toHaveLength(1);
    expect(readdirSync(join(batch.out, 'slurm'))).toEqual(['0001']);
  });

  it('is cancelled where its user interrupts it', async () => {
    const batch = new Batch(cluster, 'interrupt', FOUR, onFirst);
    const login = batch.start();
    await batch.begun();
    login.kill('SIGINT');
    expect(await login.ended, login.stderr).toBe(130);
    expect(login.stderr).toContain('--resume goes on');
    await cluster.until(() => batch.workers().length === 0, 'the end of its tasks', 20);
    expect(batch.wrong()).not.toEqual([]);
  });

  it.skipIf(HAS_GPU)('asks a node for its GPU, and says what a node without one says', async () => {
    // In a path of its own: `%a` stands for something in names of logs.
    const batch = new Batch(cluster, "100 %a's", [QUICK], {
      ...onFirst,
      setup: 'echo "given: $SLURM_JOB_GPUS, seen: $CUDA_VISIBLE_DEVICES"',
    });
    const login = batch.start('gpu');
    expect(await login.ended, login.stderr).toBe(3);
    expect(login.stderr).toMatch(/Slurm job \d+ asks a node what GPU it has/);
    const [round = ''] = readdirSync(join(batch.out, 'slurm'));
    const folder = join(batch.out, 'slurm', round);
    expect(readFileSync(join(folder, '0.log'), 'utf8')).toContain('given: 0, seen: 0');
    const answer = JSON.parse(readFileSync(join(folder, 'identity.json'), 'utf8')) as { kind: string; message: string };
    expect(answer.kind).toBe('unusable');
    expect(login.stderr).toContain(answer.message);
    expect(await batch.events('slurm')).toEqual([]);
  });

  it('gets over a task that runs out of time', async () => {
    expect(await overtimeLogin.ended, overtimeLogin.stderr).toBe(0);
    expect(overtimeLogin.stderr).toMatch(/2 submissions lost and submitted again\..*TIMEOUT/);
    expect(overtime.wrong()).toEqual([]);
    expect(await overtime.events('slurm')).toHaveLength(2);
  }, 180_000);
});
