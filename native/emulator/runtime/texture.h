// Texture and surface objects as the device describes them: grader/device/emulator/textures.ts writes these rows.
#pragma once
#include "control.h"

enum { NO_TEXTURE, TEXTURE_OBJECT, SURFACE_OBJECT, DESTROYED_OBJECT }; // texture.kind
enum { // texture.shape: what it reads
  LINEAR_MEMORY,
  PITCHED_MEMORY,
  ARRAY_1D,
  ARRAY_2D,
  ARRAY_3D,
  LAYERED_1D,
  LAYERED_2D,
  CUBEMAP,
  LAYERED_CUBEMAP,
};
enum { SIGNED_CHANNELS, UNSIGNED_CHANNELS, FLOAT_CHANNELS };   // texture.format
enum { WRAP, CLAMP, MIRROR, BORDER };                          // texture.address modes, as in CUDA's header
enum { SURFACE_ZERO, SURFACE_CLAMP, SURFACE_TRAP };            // boundary modes, as in CUDA's header

// Sizes in elements, distances in bytes.
typedef struct {
  u32 handle, kind, shape;
  u32 address, rowBytes, sliceBytes;
  u32 width, height, depth; // depth: slices, layers or faces
  u32 channels, bits, format;
  u32 modes[3];
  u32 linear, asFloats, normalized;
  u32 border[4]; // bits: of floats, or of integers where those are read
} texture;

// An object lies in the row of its handle modulo the number of rows.
static texture texturesTable[MAX_TEXTURES];
