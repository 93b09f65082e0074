// Texture and surface objects as the device describes them: grader/device/emulator/textures.ts writes these rows.
#pragma once
#include "control.h"

enum { SIGNED_CHANNELS, UNSIGNED_CHANNELS, FLOAT_CHANNELS };   // texture.format
enum { WRAP, CLAMP, MIRROR, BORDER };                          // texture.address modes, as in CUDA's header
enum { SURFACE_ZERO, SURFACE_CLAMP, SURFACE_TRAP };            // boundary modes, as in CUDA's header

// An object lies in the row of its handle modulo the number of rows.
static texture texturesTable[MAX_TEXTURES];
