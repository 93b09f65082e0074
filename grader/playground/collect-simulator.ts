import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { Script } from 'node:vm';
import { createJiti } from 'jiti';
import { AssignmentError, messageOf } from '../platform/index.ts';
import { isProvided } from '../simulator/file/index.ts';
import type { Assignment } from '../spec/index.ts';

const ENTRY = 'simulator.ts';

/**
 * Translates `simulator.ts`, and the files of the course that it imports, into one script for browsers, which run no
 * TypeScript. The script exports functions by path, each the body of a CommonJS module: `platform/simulator-file.ts`
 * calls them.
 * @throws AssignmentError for a file that cannot be translated, or an import that no browser has
 */
export function collectSimulator({ folder }: Pick<Assignment, 'folder'>): string {
  const modules = new Map<string, string>();
  const add = (path: string): void => {
    const name = relative(folder, path).split(sep).join('/');
    if (modules.has(name)) return;
    const code = translated(path);
    const links: Record<string, string> = {};
    // What is translated asks for its imports in this one way.
    for (const [, asked = ''] of code.matchAll(/\brequire\("([^"]+)"\)/g)) {
      if (isProvided(asked)) continue;
      const found = asked.startsWith('.') ? fileOf(join(dirname(path), asked)) : null;
      if (found === null) {
        throw new AssignmentError(
          `${path} imports '${asked}', which no browser has. A playground can use what lies beside simulator.ts, and the simulator.`,
        );
      }
      links[asked] = relative(folder, found).split(sep).join('/');
      add(found);
    }
    modules.set(name, `{ links: ${JSON.stringify(links)}, body: function (exports, require, module) {\n${code}\n} }`);
  };
  add(join(folder, ENTRY));
  const members = [...modules].map(([name, text]) => `${JSON.stringify(name)}: ${text}`);
  return `export const entry = ${JSON.stringify(ENTRY)};\nexport const modules = {\n${members.join(',\n')}\n};\n`;
}

/** Translates a file to the body of a CommonJS module. @throws AssignmentError */
function translated(path: string): string {
  try {
    const jiti = createJiti(import.meta.url, { fsCache: false, moduleCache: false });
    const code = jiti.transform({ source: readFileSync(path, 'utf8'), filename: path, ts: true, async: false });
    const wrong = /^exports\.__JITI_ERROR__ = (\{.*\})/m.exec(code)?.[1];
    if (wrong !== undefined) throw new SyntaxError((JSON.parse(wrong) as { message: string }).message);
    // An `await` outside of functions is right in a module, and wrong in a body.
    new Script(`(function (exports, require, module) {\n${code}\n})`);
    return code;
  } catch (cause) {
    throw new AssignmentError(`${path} cannot be translated for browsers: ${messageOf(cause)}`, { cause });
  }
}

function fileOf(path: string): string | null {
  const names = [path, `${path}.ts`, `${path}.js`, path.replace(/\.js$/, '.ts')];
  return names.find((name) => /\.[cm]?[jt]s$/.test(name) && existsSync(name)) ?? null;
}
