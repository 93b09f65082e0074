// Records the sizes and offsets of the structures of CUDA's headers, for machines without nvcc:
//   node scripts/nvcc-layouts.mjs      (needs nvcc; writes test/native/headers/layouts.json)
import { writeFileSync } from 'node:fs';
import { cudaHeaders, measure, structuresIn } from './lib/layouts.mjs';
import { at, fail, say } from './lib/project.mjs';

const include = cudaHeaders();
if (include === null) fail('nvcc is not installed');
const layouts = measure(structuresIn(include));
const rows = Object.entries(layouts).map(([name, layout]) => `  ${JSON.stringify(name)}: ${JSON.stringify(layout)}`);
writeFileSync(at('test', 'native', 'headers', 'layouts.json'), `{\n${rows.join(',\n')}\n}\n`);
say(`${rows.length} structures are recorded.`);
