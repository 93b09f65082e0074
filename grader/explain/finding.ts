import type { Finding, FindingFacts, RelatedFacts } from '../result/index.ts';
import { another } from './accesses.ts';
import { wordBlockBarrier, wordGridBarrier, wordMaskNotReached, wordNotInMask } from './barriers.ts';
import { wordClusterBarrier, wordClusterLifetime, wordClusterMap } from './clusters.ts';
import {
  wordDiagnostic,
  wordDisagreement,
  wordExhausted,
  wordForbiddenInclude,
  wordOtherProgram,
} from './diagnostics.ts';
import {
  wordAsyncCopy,
  wordBelowZero,
  wordCopyDirection,
  wordDeviceAssert,
  wordDoubleFree,
  wordForeignPointer,
  wordHostCopy,
  wordHostRace,
  wordLeak,
  wordLocalOutOfBounds,
  wordMisaligned,
  wordNotAllocated,
  wordNotCooperative,
  wordOtherFault,
  wordOutOfBounds,
  wordSanitizer,
  wordSharedOutOfBounds,
  wordStackOverflow,
  wordStepLimit,
  wordTileOutOfBounds,
  wordUndefinedArithmetic,
  wordUninitialized,
  wordUnwrittenCopy,
  wordUseAfterFree,
  wordWaitingLoop,
} from './faults.ts';
import {
  wordPartialWarp,
  wordTileArguments,
  wordTilePointer,
  wordTileStride,
  wordUnfilledFragment,
} from './fragments.ts';
import { wordHiddenFinding } from './hidden.ts';
import { wordHanded, wordHostMade } from './host-made.ts';
import { wordModifiedInput } from './inputs.ts';
import { wordRefusedLaunch } from './nested-launches.ts';
import { wordApiError, wordGpuFailure, wordHostEnd, wordOnGpu } from './outcomes.ts';
import { wordExchanged, wordOtherStore, wordOutput, wordWarned } from './outputs.ts';
import { wordOtherAccess, wordRace } from './races.ts';
import { wordReordered } from './reordered.ts';
import { wordReturned } from './returned.ts';
import { wordStreamRace } from './stream-order.ts';
import { wordTechnique } from './technique.ts';
import { number, type Words } from './text.ts';
import { wordBeyondSurface, wordStaleCache, wordTextureObject } from './textures.ts';
import { wordTiming } from './timing.ts';

/** Names the finding that another one follows from. */
function wordFollows({ rule, line }: NonNullable<Finding['follows']>): string {
  return `The ${rule}${line === undefined ? '' : ` in line ${number(line)}`} causes this. Fix that error first.`;
}

/** Makes a finding: its message, its hint and the messages of its related places follow from the facts. */
export function worded(facts: FindingFacts): Finding {
  const { message, hint } = wordFinding(facts);
  const { rule, severity, related = [], detail, ...others } = facts;
  return {
    rule,
    severity,
    message,
    ...others,
    ...(hint !== null && { hint }),
    ...(related.length > 0 && { related: related.map((one) => ({ message: wordRelated(one, facts), ...one })) }),
    detail,
  };
}

/** Returns the facts that a finding was made from; null for one of a version that did not keep them. */
export function factsOf({ message: _, hint: __, detail, related, ...others }: Finding): FindingFacts | null {
  if (!detail) return null;
  const places = (related ?? []).flatMap(({ message: ___, detail: own, ...place }) =>
    own ? [{ ...place, detail: own }] : [],
  );
  return places.length === (related?.length ?? 0) ? { ...others, detail, related: places } : null;
}

/** Adds a place to a finding. */
export function withRelated(finding: Finding, related: RelatedFacts): Finding {
  const facts = factsOf(finding);
  return facts ? worded({ ...facts, related: [...(facts.related ?? []), related] }) : finding;
}

/** The sentences of a finding: all that is written about one is made here, from its rule, its place and its detail. */
export function wordFinding(facts: FindingFacts): Words {
  const { detail } = facts;
  const { message, hint } = wordKind(facts);
  return {
    message: 'seenOnGpu' in detail && detail.seenOnGpu ? wordOnGpu(detail.seenOnGpu, message) : message,
    hint: facts.follows ? wordFollows(facts.follows) : explained(facts, hint),
  };
}

/** Arguments in the wrong order explain more than what follows from them, and a warning may. */
function explained({ detail }: FindingFacts, hint: string | null): string | null {
  if ('exchanged' in detail && detail.exchanged) return wordExchanged(detail.exchanged);
  if ('warnedLine' in detail && detail.warnedLine !== undefined) return wordWarned(detail.warnedLine, detail, hint);
  return 'nvccOnly' in detail && detail.nvccOnly ? wordDisagreement(hint) : hint;
}

function wordKind(facts: FindingFacts): Words {
  const { detail } = facts;
  switch (detail.kind) {
    case 'out-of-bounds':
      return wordOutOfBounds({ ...facts, detail });
    case 'host-copy':
      return wordHostCopy({ ...facts, detail });
    case 'tile-out-of-bounds':
      return wordTileOutOfBounds({ ...facts, detail });
    case 'shared-out-of-bounds':
      return wordSharedOutOfBounds({ ...facts, detail });
    case 'local-out-of-bounds':
      return wordLocalOutOfBounds({ ...facts, detail });
    case 'misaligned':
      return wordMisaligned({ ...facts, detail });
    case 'unwritten-copy':
      return wordUnwrittenCopy(detail);
    case 'uninitialized':
      return wordUninitialized({ ...facts, detail });
    case 'undefined-arithmetic':
      return wordUndefinedArithmetic({ ...facts, detail });
    case 'use-after-free':
      return wordUseAfterFree({ ...facts, detail });
    case 'not-allocated':
      return wordNotAllocated({ ...facts, detail });
    case 'double-free':
      return wordDoubleFree({ ...facts, detail });
    case 'leak':
      return wordLeak({ ...facts, detail });
    case 'foreign-pointer':
      return wordForeignPointer({ ...facts, detail });
    case 'copy-direction':
      return wordCopyDirection({ ...facts, detail });
    case 'race':
      return wordRace({ ...facts, detail });
    case 'host-race':
      return wordHostRace({ ...facts, detail });
    case 'async-copy':
      return wordAsyncCopy({ ...facts, detail });
    case 'stream-race':
      return wordStreamRace({ ...facts, detail });
    case 'not-in-mask':
      return wordNotInMask({ ...facts, detail });
    case 'mask-not-reached':
      return wordMaskNotReached({ ...facts, detail });
    case 'grid-barrier':
      return wordGridBarrier({ ...facts, detail });
    case 'block-barrier':
      return wordBlockBarrier({ ...facts, detail });
    case 'waiting-loop':
      return wordWaitingLoop({ ...facts, detail });
    case 'step-limit':
      return wordStepLimit({ ...facts, detail });
    case 'refused-launch':
      return wordRefusedLaunch({ ...facts, detail });
    case 'cluster-barrier':
      return wordClusterBarrier({ ...facts, detail });
    case 'cluster-lifetime':
      return wordClusterLifetime({ ...facts, detail });
    case 'cluster-map':
      return wordClusterMap({ ...facts, detail });
    case 'not-cooperative':
      return wordNotCooperative();
    case 'stack-overflow':
      return wordStackOverflow({ ...facts, detail });
    case 'device-assert':
      return wordDeviceAssert({ ...facts, detail });
    case 'tile-pointer':
      return wordTilePointer({ ...facts, detail });
    case 'tile-stride':
      return wordTileStride({ ...facts, detail });
    case 'unfilled-fragment':
      return wordUnfilledFragment({ ...facts, detail });
    case 'partial-warp':
      return wordPartialWarp({ ...facts, detail });
    case 'tile-arguments':
      return wordTileArguments({ ...facts, detail });
    case 'beyond-surface':
      return wordBeyondSurface({ ...facts, detail });
    case 'texture-object':
      return wordTextureObject({ ...facts, detail });
    case 'stale-cache':
      return wordStaleCache({ ...facts, detail });
    case 'other-fault':
      return wordOtherFault(facts);
    case 'objection':
    case 'wrong-elements':
    case 'unwritten-elements':
    case 'copied-back':
      return wordOutput({ ...facts, detail });
    case 'host-made':
      return wordHostMade({ ...facts, detail });
    case 'handed':
      return wordHanded({ ...facts, detail });
    case 'modified-input':
      return wordModifiedInput({ ...facts, detail });
    case 'returned-tensor':
      return wordReturned({ ...facts, detail });
    case 'order-dependent':
      return wordReordered({ ...facts, detail });
    case 'parallel-outputs':
    case 'uneven-work':
    case 'two-dimensional-blocks':
    case 'idle-dimension':
    case 'not-by-kernels':
    case 'nothing-written':
    case 'not-from-shared':
    case 'tile-traffic':
    case 'global-traffic':
    case 'bank-conflicts':
    case 'launch-blocks':
    case 'launch-shared':
    case 'unused-feature':
    case 'used-feature':
    case 'global-atomics':
    case 'overlap':
    case 'unreported-error':
    case 'no-alternative':
    case 'transfer-copies':
    case 'transfer-bytes':
    case 'host-memory-bytes':
    case 'launch-count':
      return wordTechnique({ ...facts, detail });
    case 'compiler-message':
    case 'signature':
    case 'unsupported-feature':
      return wordDiagnostic({ ...facts, detail });
    case 'compiler-limit':
      return wordExhausted(detail.limit);
    case 'other-program':
      return wordOtherProgram();
    case 'forbidden-include':
      return wordForbiddenInclude({ ...facts, detail });
    case 'api-error':
      return wordApiError({ ...facts, detail });
    case 'gpu-failure':
      return wordGpuFailure({ ...facts, detail });
    case 'exit':
    case 'device-pointer-on-host':
    case 'crash':
    case 'exception':
    case 'tampered':
    case 'ended-process':
    case 'signal':
    case 'limit':
    case 'kernel-time-limit':
      return wordHostEnd({ ...facts, detail });
    case 'sanitizer':
      return wordSanitizer({ ...facts, detail });
    case 'too-slow':
    case 'too-close':
    case 'timed-wrong':
    case 'not-timed':
    case 'below-floor':
      return wordTiming({ ...facts, detail });
    case 'hidden-case':
      return { message: wordHiddenFinding(facts.rule), hint: null };
  }
}

/** The words for a place that belongs to a finding. */
export function wordRelated({ detail }: RelatedFacts, facts: FindingFacts): string {
  switch (detail.kind) {
    case 'other-access':
      return wordOtherAccess(detail, facts);
    case 'others-wait':
      return 'the others wait here';
    case 'other-waits':
      return `${another(facts)} waits here`;
    case 'copy':
      return 'this is the copy';
    case 'stream-call':
      return 'this is the other call';
    case 'running':
      return `${another(facts)} was here when the program was stopped`;
    case 'launch':
      return 'no call waits for the kernels up to this launch';
    case 'other-store':
      return wordOtherStore(detail.output);
    case 'below-zero':
      return wordBelowZero(detail);
    case 'tool-access':
      return 'the other access';
    case 'confirmed':
      return `compute-sanitizer (${detail.tool}) sees it on the GPU too`;
  }
}
