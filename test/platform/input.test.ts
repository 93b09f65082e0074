import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { inputStream } from '../../grader/platform/input.ts';

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

describe('standard input', () => {
  it('stays unread until it is used, and arrives in pieces of limited size', async () => {
    const stream = new PassThrough();
    const input = inputStream(stream);
    expect(stream.listenerCount('readable')).toBe(0);
    stream.write('abcdef');
    expect(text(await input.read(4))).toBe('abcd');
    expect(text(await input.read(4))).toBe('ef');
    stream.end('gh');
    expect(text(await input.read(100))).toBe('gh');
    expect((await input.read(100)).length).toBe(0);
    expect((await input.read(100)).length).toBe(0);
  });

  it('keeps nobody waiting once it is closed', async () => {
    const stream = new PassThrough();
    const input = inputStream(stream);
    stream.write('x');
    await input.read(1);
    input.close();
    expect(stream.destroyed).toBe(true);
  });
});
