import { another, named, past, spotText, verb, who } from './accesses.ts';
import type { Facts } from './faults.ts';
import { otherOf } from './races.ts';
import type { Words } from './text.ts';

/** Textures, surfaces and the read-only data cache. */

export function wordBeyondSurface(facts: Facts<'beyond-surface'>): Words {
  const { access, buffer, isRow } = facts.detail;
  const does = `${who(facts)} ${verb(access)} ${buffer ? `a surface over ${named(buffer)}` : 'a surface'}`;
  return isRow
    ? {
        message: `${does} outside its rows: x is too large or negative. A GPU stops the kernel here (cudaBoundaryModeTrap).`,
        hint: 'x of a surface function counts bytes, not elements. Is x multiplied by the size of an element?',
      }
    : {
        message: `${does} outside its rows, slices or layers. A GPU stops the kernel here (cudaBoundaryModeTrap).`,
        hint: 'Which values can y and z have here? Threads without an element must not reach this line.',
      };
}

export function wordTextureObject(facts: Facts<'texture-object'>): Words {
  const { access, reason } = facts.detail;
  const does = `${who(facts)} ${verb(access)}`;
  switch (reason) {
    case 'no-object':
      return {
        message: `${does} through a handle that is not a ${access === 'write' ? 'surface' : 'texture or surface'} object of this kind.`,
        hint: 'Does the kernel receive the handle that cudaCreateTextureObject or cudaCreateSurfaceObject created? Functions with tex… read textures, functions with surf… access surfaces.',
      };
    case 'destroyed':
      return {
        message: `${does} through a texture or surface object that is already destroyed.`,
        hint: 'A launch returns at once. Which call must wait for the kernel before the object is destroyed?',
      };
    case 'other-kind':
      return {
        message: `${does} an object that this function cannot access. Function and object must have the same dimensions and layers. Only tex1Dfetch reads linear memory; all other functions access CUDA arrays.`,
        hint: 'Height 0 allocates an array with one dimension, and cudaArrayLayered an array with layers. Which function accesses the kind that was allocated here?',
      };
  }
}

export function wordStaleCache(facts: Facts<'stale-cache'>): Words {
  const { access, spot, cache } = facts.detail;
  const does = `${who(facts)} ${verb(access)} ${spotText(spot)}`;
  return cache === 'texture'
    ? {
        message: `${does} as a texture or surface, and ${stored(facts)} in the same launch. Textures and surfaces are read through a cache that does not see stores of the same launch, even after a barrier. The value is undefined.`,
        hint: 'Write to a different array, or read in a later launch.',
      }
    : {
        message: `${does} through the read-only data cache (\`__ldg\`, \`ld.global.nc\`), and ${stored(facts)} in the same launch. This cache does not see stores of the same launch, and no barrier changes that: the load can return the old value.`,
        hint: 'Does this launch write the array? Then read it with a plain load, as in `p[i]`.',
      };
}

function stored(facts: Facts<'stale-cache'>): string {
  const { writer } = facts.detail;
  if (writer === 'unknown') return 'it is written';
  return writer === 'itself' ? 'writes it itself' : `${another(facts)} ${past(otherOf(facts)?.access ?? 'write')} it`;
}
