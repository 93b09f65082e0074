/** The rules that show in a run of rules.cu. */
export interface Shown {
  /** What compute-sanitizer, or the programming guide, says of it. */
  readonly statement: string;
  /** As in the program; the finding's rule is another where this is a kind of it. */
  readonly name: string;
  readonly rule?: string;
  readonly severity?: 'warning';
  readonly block?: readonly [number, number, number];
  readonly thread?: readonly [number, number, number];
  readonly message?: RegExp;
}

const first = [0, 0, 0] as const;
const at = (x: number) => [x, 0, 0] as const;

export const shown: readonly Shown[] = [
  { statement: 'memcheck: an invalid read of global memory', name: 'out-of-bounds-read', block: at(1), thread: at(8) },
  {
    statement: 'memcheck: an invalid write to global memory',
    name: 'out-of-bounds-write',
    block: at(1),
    thread: at(8),
  },
  { statement: 'a block of more than 1024 threads is an invalid configuration', name: 'launch-error' },
  { statement: 'a kernel that does not end hangs', name: 'timeout', block: first, thread: first },
  { statement: 'a host program that divides by zero ends', name: 'host-fault' },
  { statement: 'a failed assert() stops the kernel', name: 'device-assert', block: first, thread: at(6) },
  { statement: '__trap() stops the kernel', name: '__trap', rule: 'device-assert', block: first, thread: at(2) },
  { statement: '__brkpt() stops the kernel', name: '__brkpt', rule: 'device-assert', block: first, thread: at(2) },
  {
    statement: "memcheck: a call that exceeds the thread's stack",
    name: 'stack-overflow',
    block: first,
    thread: first,
  },
  { statement: 'initcheck: an uninitialised read of global memory', name: 'uninitialized-read' },
  {
    statement: 'memcheck: an invalid access to shared memory',
    name: 'shared-out-of-bounds',
    block: first,
    thread: at(31),
  },
  {
    statement: 'memcheck: an invalid access to local memory',
    name: 'local-out-of-bounds',
    block: first,
    thread: first,
  },
  {
    statement: 'memcheck: an address that is not a multiple of the size of the access',
    name: 'misaligned-access',
    block: first,
    thread: first,
  },
  {
    statement: 'PTX ISA: a division by zero yields an unspecified value',
    name: 'undefined-arithmetic',
    severity: 'warning',
    block: first,
    thread: first,
  },
  { statement: 'memcheck: an access to memory that was freed', name: 'use-after-free', block: first, thread: first },
  { statement: 'memcheck: memory is freed twice', name: 'double-free' },
  {
    statement: 'a kernel must not follow a pointer to memory of the host',
    name: 'host-device-pointer',
    block: first,
    thread: first,
  },
  { statement: 'memcheck: memory is leaked', name: 'leak', severity: 'warning' },
  { statement: 'racecheck: a hazard on shared memory', name: 'shared-race', block: first },
  {
    statement: 'a barrier belongs between writing shared memory and reading what others wrote',
    name: 'missing-barrier',
    rule: 'shared-race',
    message: /A __syncthreads\(\) is missing between line \d+ and line \d+/,
  },
  {
    statement: 'what blocks of one launch write to one place without atomics is undefined',
    name: 'global-race',
  },
  {
    statement: 'host code must not use what a kernel writes before it has waited for it',
    name: 'host-race',
    message: /Host code reads element 0 of your own buffer both/,
  },
  {
    statement: '__threadfence() orders what is written before a flag',
    name: 'missing-fence',
    rule: 'global-race',
    message: /a __threadfence\(\) is missing/,
  },
  {
    statement: 'lanes of a warp do not run in lockstep: __syncwarp() orders them',
    name: 'warp-lockstep',
    rule: 'shared-race',
    message: /lockstep/,
  },
  {
    statement: 'synccheck: a divergent barrier of the block',
    name: 'barrier-divergence',
    block: first,
  },
];

export const RUN_RULES: readonly string[] = shown.map(({ name, rule = name }) => rule);
