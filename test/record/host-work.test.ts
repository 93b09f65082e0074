import { describe, expect, it } from 'vitest';
import { HostWork } from '../../grader/record/host-work.ts';

const at = { trace: 7 };
const [INPUT, OWN] = [0, 1];
/** Bytes that are nowhere alike. @param seed - of what follows */
const noise = (length: number, seed: number) => {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return 1 + ((state >>> 24) % 255);
  });
};
const picture = noise(64, 1);
const computed = noise(32, 2);
const other = noise(32, 3);

function withInput(): HostWork {
  const work = new HostWork();
  work.placed({ number: INPUT }, picture);
  return work;
}

describe('what the host carries over', () => {
  it('is what it brings after it has fetched half of an input', () => {
    const work = withInput();
    work.brought(100, computed, at);
    work.fetched(INPUT, 200, picture.subarray(0, 31));
    work.brought(100, computed, at);
    expect(work.carriedOver([other])).toBeNull();
    work.fetched(INPUT, 231, picture.subarray(31, 32));
    work.brought(100, computed.subarray(0, 15), at);
    expect(work.carriedOver([other])).toBeNull();
    work.brought(115, computed.subarray(15, 16), at);
    expect(work.carriedOver([other])).toBe(at);
  });

  it('is no input that goes back as it came, in one piece or in several, nor one value everywhere', () => {
    const work = withInput();
    work.fetched(INPUT, 200, picture);
    work.brought(200, picture, at);
    work.brought(232, picture.subarray(32, 48), at);
    work.brought(900, picture.subarray(3), at);
    work.brought(100, new Uint8Array(64), at);
    work.brought(100, new Uint8Array(64).fill(7), at);
    expect(work.carriedOver([other])).toBeNull();
  });

  it('counts inputs that were copied on the device, what shared memory holds of them, and as much that kernels made', () => {
    const copied = withInput();
    copied.moved(OWN, INPUT);
    copied.moved('table', OWN);
    copied.fetched('table', 200, picture);
    copied.brought(100, computed, at);
    expect(copied.carriedOver([other])).toBe(at);
    const byKernel = withInput();
    byKernel.shared(OWN, 200, picture.slice(), 64);
    byKernel.brought(100, computed, at);
    expect(byKernel.carriedOver([other])).toBe(at);
    const own = withInput();
    own.shared(OWN, 200, noise(64, 9), 31);
    own.brought(100, computed, at);
    expect(own.carriedOver([other])).toBeNull();
    own.shared(OWN, 200, noise(64, 8), 1);
    own.brought(100, computed, at);
    expect(own.carriedOver([other])).toBe(at);
  });

  it('counts values that launches are given, each once', () => {
    const work = withInput();
    work.fetched(INPUT, 200, picture);
    for (let launch = 0; launch < 100; launch++) work.passed('k 0', Uint8Array.of(launch % 3, 0, 0, 0), at);
    expect(work.carriedOver([other])).toBeNull();
    for (let launch = 0; launch < 4; launch++) work.passed('k 0', Uint8Array.of(launch, 1, 0, 0), at);
    expect(work.carriedOver([other])).toBe(at);
  });
});

describe('what an output holds at the end', () => {
  it('was on the host before, wherever it lay and in however many pieces', () => {
    const work = new HostWork();
    work.given(picture);
    work.brought(100, computed.subarray(8, 20), at);
    expect(work.carriedOver([computed])).toBeNull();
    work.passed('k 1', computed.subarray(20, 26), at);
    work.passed('k 1', computed.subarray(26), at);
    expect(work.carriedOver([computed])).toBe(at);
    expect(work.carriedOver([other])).toBeNull();
  });

  it('is no work of the host where it was in the exercise or came from a kernel, before it was brought', () => {
    const work = new HostWork();
    work.given(picture);
    work.brought(100, picture.subarray(0, 32), at);
    work.fetched(OWN, 500, computed);
    work.brought(900, computed, at);
    expect(work.carriedOver([picture.slice(0, 32)])).toBeNull();
    expect(work.carriedOver([computed])).toBeNull();
    work.brought(100, other, at);
    work.fetched(OWN, 500, other);
    expect(work.carriedOver([other])).toBe(at);
  });

  it('is looked at in a single element too', () => {
    const work = new HostWork();
    work.given(picture);
    work.passed('k 0', Uint8Array.of(0, 0, 128, 63), at);
    expect(work.carriedOver([Uint8Array.of(0, 0, 0, 64)])).toBeNull();
    expect(work.carriedOver([Uint8Array.of(0, 0, 128, 63)])).toBe(at);
  });
});
