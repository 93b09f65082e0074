// The table of distinct faults. A million occurrences of one fault cost a look-up each and one row.
#include "state.h"

#define BUCKETS 1024u
static u16 buckets[BUCKETS]; // row + 1
static u64 seenDetails[MAX_RULES]; // by rule, a bit for each detail

static void faults_clear(void) {
  __emu_control.failedAssertCount = __emu_control.outlasts = 0;
  for (u32 i = 0; i < BUCKETS; i++) buckets[i] = 0;
  for (u32 i = 0; i < MAX_RULES; i++) seenDetails[i] = 0;
  __emu_control.faultCount = 0;
  __emu_control.faultsLost = 0;
}

// The last rows are for the first fault of each kind, so that many faults of one kind do not hide another kind.
static int has_room(u32 rule, u32 detail) {
  u64 bit = 1ull << (detail & 63);
  int isFirst = !(seenDetails[rule % MAX_RULES] & bit);
  seenDetails[rule % MAX_RULES] |= bit;
  return __emu_control.faultCount < MAX_FAULTS - (isFirst ? 0 : KEPT_FAULTS);
}

// Counts the fault; returns its row when this is its first occurrence, so that the caller fills in the rest. After a
// failed assertion, other faults can follow from it and do not count.
static fault *report(u32 rule, u32 detail, u32 site, u32 otherSite) {
  if (__emu_control.failedAssertCount && rule != DEVICE_ASSERT) return 0;
  u32 hash = (site * 0x9e3779b1u ^ otherSite * 0x85ebca6bu ^ (rule << 8 | detail) * 0xc2b2ae35u) >> 7;
  for (u32 i = hash % BUCKETS;; i = (i + 1) % BUCKETS) {
    if (buckets[i] == 0) {
      if (!has_room(rule, detail)) {
        __emu_control.faultsLost++;
        return 0;
      }
      fault *row = &faults[__emu_control.faultCount++];
      buckets[i] = (u16)__emu_control.faultCount;
      *row = (fault){.rule = rule, .detail = detail, .site = site, .otherSite = otherSite, .count = 1,
                     .thread = now.thread, .block = now.blockNumber};
      trace_fault();
      return row;
    }
    fault *row = &faults[buckets[i] - 1];
    if (row->rule == rule && row->detail == detail && row->site == site && row->otherSite == otherSite) {
      row->count++;
      return 0;
    }
  }
}

static void report_access(u32 rule, u32 detail, u32 site, u32 type, u32 bytes, u64 address) {
  fault *row = report(rule, detail, site, NO_SITE);
  if (!row) return;
  row->access = type;
  row->bytes = bytes;
  row->address = address;
}

// For the hooks: arithmetic without a defined result.
NOINLINE void __emu_undefined_result(u32 site, u32 detail, u32 value) {
  report_access(UNDEFINED_ARITHMETIC, detail, site, READ, 0, value);
}

// Ends the launch from any depth: the device catches the trap and looks at `stop`.
static void stop(u32 code) {
  settle();
  int hasFailed = __emu_control.failedAssertCount && code != STOP_STORED_TO_READ_ONLY;
  __emu_control.stop = hasFailed ? STOP_DEVICE_ASSERT : code;
  __builtin_trap();
}

// Out of steps, or out of stack.
NOINLINE void __emu_exhausted(u32 site) {
  if (__emu_steps == 0) {
    report(TIMEOUT, NO_DETAIL, site, NO_SITE);
    stop(STOP_TIMEOUT);
  }
  report(STACK_OVERFLOW, NO_DETAIL, site, NO_SITE);
  stop(STOP_STACK_OVERFLOW);
}

NOINLINE __attribute__((noreturn)) void __emu_trap(int site) {
  report(DEVICE_TRAP, NO_DETAIL, (u32)site, NO_SITE);
  stop(STOP_LAUNCH_FAILURE);
}

// Records a thread that fails an assertion, and ends the thread. The device lets the others go on.
NOINLINE __attribute__((noreturn)) void __emu_assert(int site, const char *expression, const char *file, int line,
                                                     const char *function) {
  fault *row = report(DEVICE_ASSERT, NO_DETAIL, (u32)site, NO_SITE);
  if (row) row->address = (u32)expression;
  failedAsserts[__emu_control.failedAssertCount++] = (failed_assert){
      (u32)expression, (u32)file, (u32)function, (u32)line, now.thread, now.blockNumber};
  __emu_control.outlasts = __emu_control.failedAssertCount < MAX_FAILED_ASSERTS;
  stop(STOP_DEVICE_ASSERT);
}
