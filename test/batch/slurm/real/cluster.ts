import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { hostname, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const PATH = `${process.env.PATH ?? ''}:/usr/sbin:/sbin`;
const PROGRAMS = ['munged', 'slurmctld', 'slurmd', 'sbatch', 'squeue', 'scontrol', 'scancel', 'setpriv'];

/** Why there can be no Slurm here, or null. With GRADE_REQUIRE_SLURM=1 there must be no reason. */
export const reason = whyNot();
if (reason !== null) {
  if (process.env.GRADE_REQUIRE_SLURM === '1') throw new Error(`GRADE_REQUIRE_SLURM=1, but ${reason}`);
  process.stderr.write(`tests of batches on a real Slurm are skipped: ${reason}\n`);
}

function whyNot(): string | null {
  const folders = PATH.split(':');
  const missing = PROGRAMS.filter((program) => !folders.some((folder) => existsSync(join(folder, program))));
  return missing.length === 0 ? null : `there is no ${missing.join(', ')} (Debian: slurm-wlm, munge)`;
}

const run = promisify(execFile);

/** A Slurm of two nodes on loopback, with no accounting: its daemons end with this process, whatever happens to it. */
export class Cluster {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly #daemons = new Map<string, ChildProcess>();
  readonly #ends: string[] = [];

  private constructor(folder: string) {
    this.folder = folder;
    this.env = { ...process.env, PATH, SLURM_CONF: join(folder, 'slurm.conf') };
  }

  static async start(): Promise<Cluster> {
    // Slurm's sockets have short paths, and every part of the path of munge's has to be its owner's or root's.
    const cluster = new Cluster(mkdtempSync(join(tmpdir(), 'gs-')));
    const { folder } = cluster;
    for (const name of ['munge', 'state', 'spool']) mkdirSync(join(folder, name), { mode: 0o755 });
    writeFileSync(join(folder, 'munge', 'key'), randomBytes(1024), { mode: 0o400 });
    writeFileSync(join(folder, 'slurm.conf'), configuration(folder, await freePorts(3)));
    // GPUs that Slurm counts and hands out, and that no driver knows.
    writeFileSync(
      join(folder, 'gres.conf'),
      NODES.map((node) => `NodeName=${node} Name=gpu File=/dev/null\n`).join(''),
    );
    try {
      await cluster.#startMunge();
      cluster.startController();
      for (const node of NODES) cluster.startNode(node);
      await cluster.until(async () => (await cluster.nodes()).every((state) => state === 'idle'), 'two idle nodes');
      return cluster;
    } catch (error) {
      const logs = ['slurmctld', ...NODES].map((name) => cluster.log(name)).join('\n');
      await cluster.dispose();
      throw new Error(`${(error as Error).message}\n${logs}`);
    }
  }

  startController(): void {
    this.#spawn('slurmctld', 'slurmctld', ['-D', '-i']);
  }

  /** As a machine that loses its power. */
  async killController(): Promise<void> {
    await this.#kill('slurmctld');
  }

  /** Waits until the controller has written to its disk what it knows of this task, and so of all before it. */
  async saved(task: string): Promise<void> {
    const saved = () => statSync(join(this.folder, 'state', 'job_state')).mtimeMs;
    await this.ask('scontrol', 'update', `JobId=${task}`, 'Comment=to be saved');
    const told = Date.now();
    await this.until(() => saved() > told, 'a state that is saved', 30);
  }

  startNode(node: string): void {
    this.#spawn(node, 'slurmd', ['-D', '-N', node]);
  }

  async killNode(node: string): Promise<void> {
    await this.#kill(node);
  }

  /** Runs one of Slurm's commands. */
  async ask(program: string, ...args: string[]): Promise<string> {
    return (await run(program, args, { env: this.env })).stdout.trim();
  }

  /** Tasks in this state, as `job_task`: everywhere, or on one node. */
  async tasks(state: string, node?: string): Promise<string[]> {
    const where = node === undefined ? [] : [`--nodelist=${node}`];
    const text = await this.ask('squeue', '--noheader', '--array', `--states=${state}`, '--format=%i', ...where);
    return text.split('\n').filter((line) => line !== '');
  }

  async nodes(): Promise<string[]> {
    const text = await this.ask('sinfo', '--noheader', '--Node', '--format=%t');
    return text.split('\n').map((line) => line.trim());
  }

  async until(holds: () => Promise<boolean> | boolean, what: string, seconds = 60): Promise<void> {
    const end = Date.now() + seconds * 1000;
    for (;;) {
      try {
        if (await holds()) return;
      } catch {
        // What it looks at is not there yet.
      }
      if (Date.now() > end) throw new Error(`waited ${seconds} s in vain for ${what}${await this.state()}`);
      await sleep(200);
    }
  }

  /** Makes nodes usable again; those that answer come back by themselves. */
  async resume(): Promise<void> {
    const isUp = (state: string) => /^(idle|mix|alloc|comp)/.test(state);
    await this.until(async () => {
      for (const [index, state] of (await this.nodes()).entries()) {
        if (!isUp(state))
          await this.ask('scontrol', 'update', `NodeName=${NODES[index]}`, 'State=resume').catch(() => '');
      }
      return (await this.nodes()).every(isUp);
    }, 'nodes that are up');
  }

  /** Nodes, jobs and what the daemons said last: on one line, since lists of failures show one. */
  async state(): Promise<string> {
    const asked = [
      ['sinfo', '--noheader', '--Node', '--format=%N %t (%E)'],
      ['squeue', '--noheader', '--array', '--format=%i %T (%r) %N'],
    ] as const;
    const answers = await Promise.all(
      asked.map(async ([program, ...args]) => {
        const answer = await this.ask(program, ...args).catch((error: Error) => error.message);
        return `${program}: ${answer}`;
      }),
    );
    const last = (name: string) => `${name}: ${this.log(name).trim().split('\n').slice(-3).join('\n')}`;
    const lines = [
      `ended unasked: ${this.#ends.join(', ') || 'none'}`,
      ...answers,
      ...['slurmctld', ...NODES].map(last),
    ];
    return `; ${lines.join('; ')}`.replaceAll('\n', ' | ');
  }

  log(name: string): string {
    try {
      return readFileSync(join(this.folder, `${name}.log`), 'utf8').slice(-3000);
    } catch {
      return '';
    }
  }

  /** Ends every job, then every daemon. */
  async dispose(): Promise<void> {
    const idle = async () => (await this.ask('squeue', '--noheader')) === '';
    await this.ask('scancel', `--user=${userInfo().username}`).catch(() => '');
    await this.until(idle, 'the end of all jobs', 20).catch(() => undefined);
    for (const name of [...this.#daemons.keys()].reverse()) await this.#kill(name, 'SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }

  async #startMunge(): Promise<void> {
    const at = (name: string) => join(this.folder, 'munge', name);
    this.#spawn('munged', 'munged', [
      ...['--foreground', '--force', '--num-threads=1', `--socket=${at('socket')}`, `--key-file=${at('key')}`],
      ...[`--pid-file=${at('pid')}`, `--seed-file=${at('seed')}`, `--log-file=${at('log')}`],
    ]);
    await this.until(() => existsSync(at('socket')), 'munged', 20);
  }

  #spawn(name: string, program: string, args: readonly string[]): void {
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', program, ...args], { env: this.env, stdio: 'ignore' });
    this.#daemons.set(name, child);
    // As a service manager does with one that ends unasked.
    child.once('exit', (code, signal) => {
      if (this.#daemons.get(name) !== child) return;
      this.#ends.push(`${name} (${signal ?? code})`);
      setTimeout(() => {
        if (this.#daemons.get(name) === child) this.#spawn(name, program, args);
      }, 1000).unref();
    });
  }

  async #kill(name: string, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#daemons.get(name);
    this.#daemons.delete(name);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(late);
  }
}

/** A node still has something of this job. */
export function hasSteps(job: string): boolean {
  return readdirSync('/proc').some((pid) => {
    try {
      return readFileSync(`/proc/${Number(pid)}/cmdline`, 'utf8').startsWith(`slurmstepd: [${job}.`);
    } catch {
      return false;
    }
  });
}

export const NODES = ['n1', 'n2'] as const;

function configuration(folder: string, [controller, ...nodes]: readonly number[]): string {
  const user = userInfo().username;
  const host = hostname();
  return `
ClusterName=grade
SlurmctldHost=${host}(127.0.0.1)
SlurmctldPort=${controller}
AuthType=auth/munge
AuthInfo=socket=${folder}/munge/socket
CredType=cred/munge
SlurmUser=${user}
SlurmdUser=${user}
StateSaveLocation=${folder}/state
SlurmdSpoolDir=${folder}/spool/%n
SlurmctldPidFile=${folder}/slurmctld.pid
SlurmdPidFile=${folder}/%n.pid
SlurmctldLogFile=${folder}/slurmctld.log
SlurmdLogFile=${folder}/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
GresTypes=gpu
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
MpiDefault=none
ReturnToService=2
SlurmctldTimeout=5
SlurmdTimeout=60
MessageTimeout=5
KillWait=2
MinJobAge=60
SchedulerParameters=batch_sched_delay=0,sched_interval=2,bf_interval=2
${nodes.map((port, index) => `NodeName=${NODES[index]} NodeHostname=${host} NodeAddr=127.0.0.1 Port=${port} CPUs=1 Gres=gpu:1 State=UNKNOWN`).join('\n')}
PartitionName=main Nodes=ALL Default=YES MaxTime=60 State=UP
`;
}

/** Ports that nothing listens on, and that no connection is given: a daemon which starts again needs its own. */
async function freePorts(count: number): Promise<number[]> {
  const [first = 32768] = readFileSync('/proc/sys/net/ipv4/ip_local_port_range', 'utf8').split(/\s+/).map(Number);
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(Math.min(10_000, first - 1000), first);
    if (await isFree(port)) ports.add(port);
  }
  return [...ports];
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  await promisify(server.close.bind(server))();
  return true;
}
