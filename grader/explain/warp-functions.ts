import type { DeviceFault } from '../device/index.ts';
import { number, type Words } from './text.ts';

/**
 * Lanes and the mask of a warp function that do not fit together.
 * @param who - the thread, at the beginning of a sentence
 */
export function warpFunction({ detail, mask = 0, waiting, at }: DeviceFault, who: string, visible: boolean): Words {
  const named = `0x${mask.toString(16).padStart(8, '0')}`;
  const hint = 'The mask must name exactly the lanes that execute this line together. Which lanes reach this line?';
  if (detail === 'not-in-mask') {
    const lane = visible ? `, lane ${at.thread[0] % 32} of its warp,` : '';
    const own = isInFirstRow(at.thread) ? lane : '';
    return {
      message: `${who}${own} reaches this line with ${visible ? `the mask ${named}, which` : 'a mask that'} does not name this lane. A lane must pass a mask that names it.`,
      hint,
    };
  }
  const some =
    waiting && visible ? `${number(waiting.arrived)} of the warp's ${number(waiting.alive)} lanes wait` : 'Lanes wait';
  return {
    message: `${some} here for others that ${visible ? `the mask ${named}` : 'their mask'} names and that do not reach this line. On a GPU the warp hangs, or continues with undefined values.`,
    hint,
  };
}

/** There a thread's x is its number in the block, and so tells its lane. */
function isInFirstRow([, y, z]: readonly [number, number, number]): boolean {
  return y === 0 && z === 0;
}
