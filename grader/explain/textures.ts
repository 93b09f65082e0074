import type { DeviceFault } from '../device/index.ts';
import { another, type FaultContext, named, past, spot, verb, who } from './accesses.ts';
import type { Words } from './text.ts';

/** Of textures, surfaces and the read-only data cache, by a fault's detail; null for all others. */
export function textureWords(fault: DeviceFault, context: FaultContext): Words | null {
  const does = `${who(fault, context)} ${verb(fault.at)}`;
  switch (fault.detail) {
    case 'beyond-surface-row':
      return {
        message: `${does} ${surface(fault, context)} beside its rows: x lies outside of them. A GPU stops the kernel here (cudaBoundaryModeTrap).`,
        hint: 'x of a surface function counts bytes, not elements: is it multiplied by the size of an element, and which threads have no element of their own?',
      };
    case 'beyond-surface':
      return {
        message: `${does} ${surface(fault, context)} outside of its rows, slices or layers. A GPU stops the kernel here (cudaBoundaryModeTrap).`,
        hint: 'Which values can y and z take here, and how large is the array? Threads without an element of their own must not come here.',
      };
    case 'no-object':
      return {
        message: `${does} through a handle that is no ${fault.at.access === 'write' ? 'surface' : 'texture or surface'} object of this kind.`,
        hint: 'What did cudaCreateTextureObject or cudaCreateSurfaceObject return, and is the handle that it gave out the one that the kernel gets? A texture is read by tex…, a surface by surf….',
      };
    case 'destroyed-object':
      return {
        message: `${does} through a texture or surface object that was destroyed before.`,
        hint: 'A launch returns at once. What must have happened before the object may be destroyed?',
      };
    case 'other-object':
      return {
        message: `${does} an object of another kind than this function is for: dimensions and layers of both must be the same, linear memory is read by tex1Dfetch alone, and CUDA arrays by all others.`,
        hint: 'How was the array allocated (height 0 is one dimension, with cudaArrayLayered there are layers), and which function belongs to it?',
      };
    case 'texture-cache':
      return {
        message: `${does} ${spot(fault, context)} as a texture or surface, and ${stored(fault, context)} in the same launch. Textures and surfaces are read through a cache that does not see what the launch itself stores, whoever stores it and whatever barrier comes between: the value is undefined.`,
        hint: 'Store to another array than the one that is read, or read in a later launch.',
      };
    case 'read-only-cache':
      return {
        message: `${does} ${spot(fault, context)} through the read-only data cache (\`__ldg\`, \`ld.global.nc\`), and ${stored(fault, context)} in the same launch. This cache does not see stores of the same launch, and no barrier changes that: the load can return the old value.`,
        hint: 'Does this launch write the array? Then read it with a plain load, as in `p[i]`.',
      };
    default:
      return null;
  }
}

function surface({ buffer }: DeviceFault, context: FaultContext): string {
  return buffer ? `a surface over ${named(buffer, context)}` : 'a surface';
}

function stored({ at, other }: DeviceFault, context: FaultContext): string {
  if (!other) return 'it is stored to';
  const same = other.thread.join() === at.thread.join() && other.block.join() === at.block.join();
  return same ? 'stores to it itself' : `${another(other, context)} ${past(other)} it`;
}
