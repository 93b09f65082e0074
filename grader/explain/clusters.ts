import { ofBlock, spotText, verb, who } from './accesses.ts';
import type { Facts } from './faults.ts';
import { number, type Words } from './text.ts';

export function wordClusterBarrier(facts: Facts<'cluster-barrier'>): Words {
  const { reason, waiting } = facts.detail;
  switch (reason) {
    case 'exited': {
      const some = waiting && `${number(waiting.threads)} of the cluster's ${number(waiting.of)} threads`;
      return {
        message: `Only ${some ?? 'a part of the cluster'} ${waiting?.threads === 1 ? 'reaches' : 'reach'} this barrier of the cluster; the others return without it. All threads of all its blocks must reach cluster.sync().`,
        hint: 'Which branch or return lets a thread or a whole block skip this barrier?',
      };
    }
    case 'unpaired':
      return {
        message: `${who(facts)} does not call barrier_arrive() and barrier_wait() in turn. Each arrival needs one wait before the next arrival. Otherwise the behavior is undefined.`,
        hint: 'Which barrier_wait() belongs to which barrier_arrive()? cluster.sync() is both in one call.',
      };
    case 'stuck':
      return {
        message:
          'Threads wait at this barrier of the cluster, and the other threads of the cluster wait elsewhere. On a GPU the kernel hangs.',
        hint: 'At which other barrier do the remaining blocks wait?',
      };
  }
}

export function wordClusterLifetime(facts: Facts<'cluster-lifetime'>): Words {
  const { when, access, spot, blockRank } = facts.detail;
  const does = `${who(facts)} ${verb(access)} ${spotText(spot)} in shared memory${ofBlock(blockRank) || ' of another block'}`;
  if (when === 'ended') {
    return {
      message: `${does}, but that block can have ended by then. The shared memory of a block exists only as long as the block runs.`,
      hint: 'Call cluster.sync() after the last access to the shared memory of another block. Do all blocks of the cluster reach it before they return?',
    };
  }
  return {
    message: `${does}, but that block need not have started yet. Its shared memory exists only from then on.`,
    hint: 'Call cluster.sync() before the first access to the shared memory of another block. It waits until all blocks have started.',
  };
}

export function wordClusterMap(facts: Facts<'cluster-map'>): Words {
  const { reason, rank, blocks } = facts.detail;
  if (reason === 'not-shared') {
    return {
      message: `${who(facts)} passes map_shared_rank() a pointer that does not lead to shared memory. Other blocks have no place for it.`,
      hint: 'Is the variable behind this pointer declared with `__shared__`?',
    };
  }
  return {
    message: `${who(facts)} calls map_shared_rank() for ${rank === undefined ? 'a rank' : `rank ${rank}`} that does not exist: the cluster has ${blocks === 1 ? 'only one block, rank 0' : `${blocks} blocks, with ranks 0 to ${blocks - 1}`}.`,
    hint: 'How is the rank computed? It must be less than cluster.num_blocks().',
  };
}
