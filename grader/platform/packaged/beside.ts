import { readdirSync, readFileSync } from 'node:fs';

/** JSON files of a folder beside a module, by name without its ending: the same from `grader/` and `dist/grader/`. */
export function readJsonBeside(module: string, folder: string): ReadonlyMap<string, unknown> {
  const at = new URL(`${folder}/`, module);
  const names = readdirSync(at).filter((name) => name.endsWith('.json'));
  return new Map(
    names
      .sort()
      .map((name) => [name.replace(/\.json$/, ''), JSON.parse(readFileSync(new URL(name, at), 'utf8')) as unknown]),
  );
}
