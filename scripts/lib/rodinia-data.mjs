// Small data for Rodinia, in the forms that its programs read; the same each time.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const range = (count) => Array.from({ length: count }, (_, i) => i);
const lines = (values) => `${values.join('\n')}\n`;

/**
 * @param folder the suite's
 * @param data where they go
 */
export function writeRodiniaData(folder, data) {
  const write = (name, content) => {
    const file = join(data, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  write('b+tree/mil.txt', lines([1000, ...range(1000)]));
  write('b+tree/command.txt', 'j 60 30\nk 100\n');
  write('bfs/graph.txt', graph(600));
  write('cfd/mesh', mesh(384));
  write('dwt2d/rgb.bmp', new Uint8Array(range(64 * 64 * 3).map((i) => (i * 7) % 251)));
  write('hotspot/temp', lines(range(64 * 64 * 8).map((i) => (323 + (i % 97) / 10).toFixed(2))));
  write('hotspot/power', lines(range(64 * 64 * 8).map((i) => ((i % 13) / 1000).toFixed(6))));
  write('huffman/bytes.in', new Uint8Array(range(16384).map((i) => Math.min(i % 16, (i >> 4) % 16))));
  write('nn/cane4_0.db', lines(range(200).map(hurricane)));
  writeAt(join(data, '..', 'cuda', 'nn', 'filelist'), '../../data/nn/cane4_0.db\n');
  mkdirSync(join(data, 'srad'), { recursive: true });
  copyFileSync(join(folder, 'cuda', 'srad', 'srad_v1', 'image_out.pgm'), join(data, 'srad', 'image.pgm'));
}

function writeAt(file, content) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

/** Returns each node's first edge and number of edges, the first node of the search, and each edge with its cost. */
function graph(nodes) {
  const edges = range(nodes).map((node) => [(node * 2 + 1) % nodes, (node * 3 + 2) % nodes, (node + 1) % nodes]);
  const starts = range(nodes).map((node) => `${node * 3} 3`);
  return lines([nodes, ...starts, '', 0, '', nodes * 3, ...edges.flat().map((to) => `${to} 1`)]);
}

/** Elements in a ring, each with its area, and for each of 4 sides a neighbour (from 1; -2 is the far field) and a normal. */
function mesh(elements) {
  const element = (i) => {
    const sides = [
      [((i + 1) % elements) + 1, '1 0 0'],
      [((i + elements - 1) % elements) + 1, '-1 0 0'],
      [-2, '0 1 0'],
      [-2, '0 -1 0'],
    ];
    return `1.0 ${sides.flat().join(' ')}`;
  };
  return lines([elements, ...range(elements).map(element)]);
}

/** A record of 48 columns, as the suite's hurricane_gen.c writes it. */
function hurricane(i) {
  const latitude = (7 + ((i * 37) % 63)).toFixed(1).padStart(5);
  const longitude = ((i * 53) % 358).toFixed(1).padStart(5);
  return `1970 10 12 12 20 ${'alberto'.padEnd(9)} ${latitude} ${longitude}   80  900`;
}
