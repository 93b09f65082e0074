import type { LaunchOutcome } from '../devices/index.ts';
import { plural } from './text.ts';

/** What is not known of a launch because the device had no memory left to remember it. */
export function wordLaunchNotes({
  countersLost,
  unchecked = 0,
}: Pick<LaunchOutcome, 'countersLost' | 'unchecked'>): string[] {
  return [
    ...(countersLost
      ? [
          'Its memory accesses are not counted: between two points at which the threads of a warp meet they follow too few patterns to be kept in the memory that there is for counting.',
        ]
      : []),
    ...(unchecked > 0
      ? [
          `No memory was left to look for races at ${plural(unchecked, 'access', 'accesses')}; everything else about them was checked.`,
        ]
      : []),
  ];
}
