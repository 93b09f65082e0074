// Kernels that kernels launch. A launch is put on record with its arguments and with what its thread has done so far; the
// device runs the grids of these records, as launches of their own, when the grid that asked for them has ended. That is
// one of the orders that CUDA allows. What happened before such a grid the device tells as predecessors (ancestry.c).
#include "state.h"

enum { INVALID_VALUE = 1, OUT_OF_MEMORY = 2, INVALID_CONFIGURATION = 9, MAX_DEPTH = 65, PENDING_COUNT = 69,
       INVALID_FUNCTION = 98, INVALID_HANDLE = 400, OUT_OF_RESOURCES = 701 };

static struct {
  piece *first, *last;
  u32 used; // bytes of the last piece
} queue;

// Streams that kernels have created since the host's launch; those of the grid that runs begin at `firstStream`.
#define MAX_STREAMS 65536u
#define STREAM_HANDLE 0x10000u
static u8 liveStreams[MAX_STREAMS];
static u32 streamCount, firstStream;

// Each thread's last error, and the block that it was in then.
static struct {
  u32 code, block;
} lastErrors[MAX_THREADS];
static int anyErrors;

static void launches_begin(void) {
  control *c = &__emu_control;
  give_pieces(queue.first);
  queue = (typeof(queue)){0, 0, 0};
  c->launches = c->launchCount = 0;
  if (!c->byKernel) streamCount = 0;
  firstStream = streamCount;
  if (anyErrors) __builtin_memset(lastErrors, 0, sizeof lastErrors);
  anyErrors = 0;
}

// After stamps have lost their meaning: what they said came before is gone, and what comes now comes after.
static void launches_renumbered(void) {
  for (u32 i = 0; i < __emu_control.predecessorCount; i++)
    if (predecessors[i].limit != 0xffffffffu) predecessors[i].limit = 0;
}

// Has the grid that runs launched others?
static int has_launched(void) { return queue.first != 0; }

NOINLINE int __emu_failed(int error) {
  anyErrors = 1;
  lastErrors[now.thread].code = (u32)error;
  lastErrors[now.thread].block = now.blockNumber;
  return error;
}

NOINLINE int __emu_last_error(int clear) {
  typeof(lastErrors[0]) *last = &lastErrors[now.thread];
  int code = last->block == now.blockNumber ? (int)last->code : 0;
  if (clear) last->code = 0;
  return code;
}

static int refused(u32 site, u32 detail, int error, u32 value) {
  fault *row = report(LAUNCH_ERROR, detail, site, NO_SITE);
  if (row) row->arrived = value;
  return __emu_failed(error);
}

static int own_stream(u32 stream) {
  u32 number = stream - STREAM_HANDLE;
  return number >= firstStream && number < streamCount && liveStreams[number];
}

NOINLINE int __emu_stream_create(void) {
  take_step();
  if (streamCount == MAX_STREAMS) return 0;
  liveStreams[streamCount] = 1;
  return (int)(STREAM_HANDLE + streamCount++);
}

// What was launched into it is done all the same.
NOINLINE int __emu_stream_destroy(int site, const void *stream) {
  if (is_far(stream) || !own_stream((u32)stream)) return refused((u32)site, LAUNCH_STREAM, INVALID_HANDLE, (u32)stream);
  liveStreams[(u32)stream - STREAM_HANDLE] = 0;
  return 0;
}

// Nothing that the program itself can store there counts.
static const kernel_words *kernel_at(u32 address) {
  if (address < FIRST_ADDRESS || address > STACKS_ADDRESS - sizeof(kernel_words) || address % 4) return 0;
  if (variable_at(address) || constants_hold(address, sizeof(kernel_words))) return 0;
  const kernel_words *k = (const kernel_words *)address;
  return k->magic == KERNEL_MAGIC ? k : 0;
}

static launch_record *new_record(u32 bytes) {
  if (!queue.first || queue.used + bytes + sizeof(u32) > sizeof queue.last->bytes) {
    piece *p = take_piece();
    if (!p) return 0;
    if (queue.last) queue.last->next = p;
    else queue.first = p;
    queue.last = p;
    queue.used = 0;
    __emu_control.launches = (u32)queue.first;
  }
  launch_record *record = (launch_record *)&queue.last->bytes[queue.used];
  queue.used += bytes;
  *(u32 *)&queue.last->bytes[queue.used] = 0;
  __emu_control.launchCount++;
  record->bytes = bytes;
  return record;
}

// Why CUDA refuses a grid of this shape; 0 where it does not.
static u32 wrong_shape(const launch_record *r, const kernel_words *k) {
  static const u32 ofGrid[3] = {MAX_GRID_X, MAX_GRID_YZ, MAX_GRID_YZ}, ofBlock[3] = {MAX_THREADS, MAX_THREADS, 64};
  u32 detail = 0;
  u64 threads = (u64)r->block[0] * r->block[1] * r->block[2];
  for (u32 axis = 0; axis < 3; axis++) {
    if (r->grid[axis] > ofGrid[axis]) detail = LAUNCH_GRID;
    if (r->block[axis] > ofBlock[axis]) detail = LAUNCH_BLOCK;
  }
  if (threads > MAX_THREADS) detail = LAUNCH_BLOCK;
  for (u32 axis = 0; axis < 3; axis++)
    if (!r->grid[axis] || !r->block[axis]) detail = LAUNCH_ZERO_SIZE;
  if (detail) return detail;
  return r->sharedBytes > SHARED_PER_BLOCK || r->sharedBytes + k->staticSharedBytes > SHARED_PER_BLOCK ? LAUNCH_SHARED : 0;
}

NOINLINE int __emu_launch(int site, const void *kernel, const void *given, u32 gridX, u32 gridY, u32 gridZ, u32 blockX,
                          u32 blockY, u32 blockZ, u32 sharedBytes, const void *stream) {
  control *c = &__emu_control;
  const kernel_words *k = is_far(kernel) ? 0 : kernel_at((u32)kernel);
  u32 thread = now.thread, into = (u32)stream;
  settle();
  take_step();
  if (!k) return refused((u32)site, LAUNCH_NO_KERNEL, INVALID_FUNCTION, 0);
  launch_record shape = {.grid = {gridX, gridY, gridZ}, .block = {blockX, blockY, blockZ}, .sharedBytes = sharedBytes};
  u32 detail = wrong_shape(&shape, k);
  if (detail) return refused((u32)site, detail, INVALID_CONFIGURATION, blockX * blockY * blockZ);
  if (k->argumentBytes > MAX_LAUNCH_ARGUMENTS) return refused((u32)site, LAUNCH_ARGUMENTS, INVALID_VALUE, k->argumentBytes);
  int isOwn = !is_far(given) && within((u32)given, k->argumentBytes, now.stackLow, now.stackHigh - now.stackLow);
  if (!isOwn && k->argumentBytes)
    return refused((u32)site, LAUNCH_ARGUMENTS, INVALID_VALUE, k->argumentBytes);
  if (is_far(stream) || (into && into != TAIL_LAUNCH && into != FIRE_AND_FORGET && !own_stream(into)))
    return refused((u32)site, LAUNCH_STREAM, INVALID_VALUE, into);
  if (!c->mayNest) return refused((u32)site, LAUNCH_DEPTH, MAX_DEPTH, 0);
  if (c->launchCount >= c->launchLimit) return refused((u32)site, LAUNCH_PENDING, PENDING_COUNT, c->pendingLimit);
  launch_record *r = new_record((u32)sizeof(launch_record) + ((k->argumentBytes + 3) & ~3u));
  if (!r) return refused((u32)site, LAUNCH_PENDING, OUT_OF_RESOURCES, c->launchCount);
  // What the thread does from here on is not before the grid that it launches.
  next_epoch();
  enter_thread(thread);
  u32 bytes = r->bytes;
  *r = shape;
  r->bytes = bytes;
  r->kernel = k->number;
  r->site = (u32)site;
  r->stream = into;
  r->argumentBytes = k->argumentBytes;
  r->thread = thread;
  r->byBlock = now.blockNumber;
  r->limit[0] = now.epoch << EPOCH_SHIFT;
  r->limit[1] = warp_start(thread);
  r->limit[2] = now.interval;
  r->limit[3] = gridBarriers ? now.grid : 0;
  r->generation = stampGeneration;
  r->tookOver = larger(order.tookOver[thread], order.blockTookOver);
  __builtin_memcpy(r + 1, given, k->argumentBytes);
  return 0;
}
