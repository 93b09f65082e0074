import { describe, expect, it } from 'vitest';
import { Output } from '../../../grader/host/module/output.ts';
import { LimitReached } from '../../../grader/host/signals.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('Output', () => {
  it('keeps the streams apart and in order', () => {
    const output = new Output({ outputBytes: 100 });
    output.write('stdout', bytes('a'));
    output.write('stderr', bytes('b'));
    output.write('stdout', bytes('c'));
    expect([output.text('stdout'), output.text('stderr')]).toEqual(['ac', 'b']);
  });

  it('keeps what fits of both streams together, then ends the program', () => {
    const output = new Output({ outputBytes: 5 });
    output.write('stderr', bytes('123'));
    expect(() => output.write('stdout', bytes('4567'))).toThrow(LimitReached);
    expect([output.text('stdout'), output.text('stderr')]).toEqual(['45', '123']);
  });

  it('drops the rest if the limits say so', () => {
    const output = new Output({ outputBytes: 5, dropsOutput: true });
    output.write('stderr', bytes('12345'));
    expect(output.isCut).toBe(false);
    output.write('stdout', bytes('67'));
    output.write('stdout', bytes('8'));
    expect([output.text('stdout'), output.text('stderr'), output.isCut]).toEqual(['', '12345', true]);
  });

  it('lets a program print exactly as much as it may', () => {
    const output = new Output({ outputBytes: 3 });
    output.write('stdout', bytes('123'));
    expect(output.text('stdout')).toBe('123');
  });

  it('joins a character that two writes share', () => {
    const output = new Output({ outputBytes: 10 });
    const [first, ...rest] = bytes('é');
    output.write('stdout', Uint8Array.of(first ?? 0));
    output.write('stdout', Uint8Array.from(rest));
    expect(output.text('stdout')).toBe('é');
  });

  it('keeps bytes that the program reuses', () => {
    const output = new Output({ outputBytes: 10 });
    const buffer = bytes('a');
    output.write('stdout', buffer);
    buffer[0] = 0x62;
    expect(output.text('stdout')).toBe('a');
  });
});
