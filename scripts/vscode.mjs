// `npm run vscode`: the extension for VS Code in dist/vscode/, as `vsce package` takes it.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';
import { at, ensureDependencies, say } from './lib/project.mjs';

ensureDependencies();
const folder = at('dist', 'vscode');
mkdirSync(folder, { recursive: true });
await build({
  entryPoints: [at('editors', 'vscode', 'extension.mts')],
  outfile: `${folder}/extension.js`,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode'],
  minify: true,
  legalComments: 'eof',
});
const manifest = JSON.parse(readFileSync(at('editors', 'vscode', 'package.json'), 'utf8'));
const { version, repository, bugs } = JSON.parse(readFileSync(at('package.json'), 'utf8'));
writeFileSync(`${folder}/package.json`, `${JSON.stringify({ ...manifest, version, repository, bugs }, null, 2)}\n`);
copyFileSync(at('editors', 'vscode', 'README.md'), `${folder}/README.md`);
copyFileSync(at('LICENSE'), `${folder}/LICENSE`);
say('The extension is in dist/vscode/. `npx @vscode/vsce package` there makes the .vsix file.');
