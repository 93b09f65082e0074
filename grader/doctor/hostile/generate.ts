import type { Generator } from './corpus-schema.ts';

/** @param honest - a solution of the assignment, to which what is odd is added */
export function generated(generator: Generator, honest: string): Uint8Array {
  const bytes = new TextEncoder().encode(honest);
  switch (generator.kind) {
    case 'size': {
      const all = new Uint8Array(generator.bytes).fill(0x2f);
      all.set(bytes);
      return all;
    }
    case 'statements':
      return text(honest, `void more(int a) {\n${'  a = a * 3 + 1;\n'.repeat(generator.count)}}\n`);
    case 'unread':
      return text('#if 0', generator.text.repeat(generator.count), '#endif', honest);
    case 'errors':
      return text(
        honest,
        lines(generator.count, (index) => `int a${index} = b${index};`),
      );
    case 'brackets':
      return text(honest, `int deep = ${'('.repeat(generator.count)}1${')'.repeat(generator.count)};\n`);
    case 'nul':
      return joined(bytes, Uint8Array.of(0), bytes);
    case 'invalid-utf8':
      return joined(bytes, Uint8Array.of(0x2f, 0x2f, 0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80, 0x0a));
    case 'utf16':
      return joined(Uint8Array.of(0xff, 0xfe), new Uint8Array(Buffer.from(honest, 'utf16le')));
    case 'crlf':
      return text(honest.replaceAll('\n', '\r\n'));
    case 'bom':
      return joined(Uint8Array.of(0xef, 0xbb, 0xbf), bytes);
  }
}

function lines(count: number, line: (index: number) => string): string {
  return `${Array.from({ length: count }, (_, index) => line(index)).join('\n')}\n`;
}

function text(...parts: readonly string[]): Uint8Array {
  return new TextEncoder().encode(parts.join('\n'));
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
