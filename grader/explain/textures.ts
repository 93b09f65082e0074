import type { DeviceFault } from '../device/index.ts';
import { another, type FaultContext, named, past, spot, verb, who } from './accesses.ts';
import type { Words } from './text.ts';

/** Of textures, surfaces and the read-only data cache, by a fault's detail; null for all others. */
export function textureWords(fault: DeviceFault, context: FaultContext): Words | null {
  const does = `${who(fault, context)} ${verb(fault.at)}`;
  switch (fault.detail) {
    case 'beyond-surface-row':
      return {
        message: `${does} ${surface(fault, context)} outside its rows: x is too large or negative. A GPU stops the kernel here (cudaBoundaryModeTrap).`,
        hint: 'x of a surface function counts bytes, not elements. Is x multiplied by the size of an element?',
      };
    case 'beyond-surface':
      return {
        message: `${does} ${surface(fault, context)} outside its rows, slices or layers. A GPU stops the kernel here (cudaBoundaryModeTrap).`,
        hint: 'Which values can y and z have here? Threads without an element must not reach this line.',
      };
    case 'no-object':
      return {
        message: `${does} through a handle that is not a ${fault.at.access === 'write' ? 'surface' : 'texture or surface'} object of this kind.`,
        hint: 'Does the kernel receive the handle that cudaCreateTextureObject or cudaCreateSurfaceObject created? Functions with tex… read textures, functions with surf… access surfaces.',
      };
    case 'destroyed-object':
      return {
        message: `${does} through a texture or surface object that is already destroyed.`,
        hint: 'A launch returns at once. Which call must wait for the kernel before the object is destroyed?',
      };
    case 'other-object':
      return {
        message: `${does} an object that this function cannot access. Function and object must have the same dimensions and layers. Only tex1Dfetch reads linear memory; all other functions access CUDA arrays.`,
        hint: 'Height 0 allocates an array with one dimension, and cudaArrayLayered an array with layers. Which function accesses the kind that was allocated here?',
      };
    case 'texture-cache':
      return {
        message: `${does} ${spot(fault, context)} as a texture or surface, and ${stored(fault, context)} in the same launch. Textures and surfaces are read through a cache that does not see stores of the same launch, even after a barrier. The value is undefined.`,
        hint: 'Write to a different array, or read in a later launch.',
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
  if (!other) return 'it is written';
  const same = other.thread.join() === at.thread.join() && other.block.join() === at.block.join();
  return same ? 'writes it itself' : `${another(other, context)} ${past(other)} it`;
}
