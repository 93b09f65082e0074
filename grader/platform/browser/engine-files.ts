import type * as Platform from '../packaged/engine-files.ts';
import { provided, readProvided } from './provided.ts';

export const engineFiles: typeof Platform.engineFiles = () => ({ read: readProvided, tree });

function tree(folder: string): Platform.FileTree {
  const root: Platform.FileTree = {};
  for (const path of provided.files.keys()) {
    if (!path.startsWith(`${folder}/`)) continue;
    const names = path.slice(folder.length + 1).split('/');
    const name = names.pop() ?? '';
    let at = root;
    for (const part of names) {
      at[part] ??= {};
      at = at[part] as Platform.FileTree;
    }
    at[name] = readProvided(path);
  }
  return root;
}

/** Of the program that wrote the site: bundling does not change what code does. */
export const hashOfStages: typeof Platform.hashOfStages = () => new TextDecoder().decode(readProvided('engine-hash'));
