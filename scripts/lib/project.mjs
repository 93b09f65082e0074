// What the scripts share. Plain JavaScript over Node alone: they run before anything is installed or built.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** A path inside the project. */
export function at(...parts) {
  return join(root, ...parts);
}

/** Says what is going on, on stderr, so that results on stdout stay clean. */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** Ends the script with one sentence. */
export function fail(text, status = 1) {
  say(`error: ${text}`);
  process.exit(status);
}

/**
 * Runs a program to its end with this terminal's streams.
 * @returns its exit status; 1 where it was killed or could not be started
 */
export function run(program, args, options = {}) {
  const result = spawnSync(program, args, { cwd: root, stdio: 'inherit', ...options });
  if (result.error) say(`${program} could not be started: ${result.error.message}`);
  return result.status ?? 1;
}

/** Runs a script of an installed package with this Node, so that no shell and no PATH is needed. */
export function runTool(script, args, options = {}) {
  return run(process.execPath, [at('node_modules', ...script.split('/')), ...args], options);
}

/** The npm that runs this script, or the one that comes with this Node, or the one in PATH. */
export function npmCommand() {
  const candidates = [
    process.env.npm_execpath?.endsWith('.js') ? process.env.npm_execpath : undefined,
    join(process.execPath, '..', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(process.execPath, '..', '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ];
  const script = candidates.find((path) => path !== undefined && existsSync(path));
  if (script !== undefined) return { program: process.execPath, args: [script], options: {} };
  // npm.cmd can only be started through a shell.
  return { program: 'npm', args: [], options: { shell: process.platform === 'win32' } };
}

export function runNpm(args, options = {}) {
  const npm = npmCommand();
  return run(npm.program, [...npm.args, ...args], { ...npm.options, ...options });
}

/** Installs the dependencies where that was not done yet, so that every script works from a clean clone by itself. */
export function ensureDependencies() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) fail(`Node ${process.versions.node} is too old. Install Node 20 or newer from https://nodejs.org.`);
  if (existsSync(at('node_modules', '.package-lock.json'))) return;
  say('Installing dependencies (npm ci) ...');
  const status = runNpm(['ci', '--no-audit', '--no-fund'], { stdio: ['ignore', 2, 2] });
  if (status !== 0) fail('npm ci failed. Is the npm registry reachable? What it said stands above.');
}
