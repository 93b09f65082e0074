import { spawn } from 'node:child_process';

/**
 * Shows a file with the program that the platform keeps for it; does not wait for it to end.
 * @returns false where no such program could be started
 */
export function openFile(path: string, env: NodeJS.ProcessEnv = process.env): Promise<boolean> {
  const [program, ...args] = opener(path, env);
  return new Promise((resolve) => {
    const child = spawn(program, args, { detached: true, stdio: 'ignore', windowsHide: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}

function opener(path: string, env: NodeJS.ProcessEnv): [string, ...string[]] {
  switch (process.platform) {
    case 'darwin':
      return ['open', path];
    case 'win32':
      // `start` would need a shell and its quoting.
      return ['rundll32.exe', 'url.dll,FileProtocolHandler', path];
    default:
      return [env.BROWSER || 'xdg-open', path];
  }
}
