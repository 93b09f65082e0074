// Texture fetches, as the programming guide's appendix on them defines them, and surface accesses. Headers get the
// first component of what was read; the others wait in `fetched`.
#include "texture.h"

#include "texels.c"

// What a function of the headers reads, and what of it is a component (tex2Dgather).
enum { FETCH, AT_1D, AT_2D, AT_3D, AT_LAYERED_1D, AT_LAYERED_2D, AT_CUBEMAP, AT_LAYERED_CUBEMAP, GATHER };
#define FETCHED_KIND(how) ((how) & 15)
#define COMPONENT(how) ((how) >> 4 & 3)

static u32 fetched[4];
NOINLINE u32 __emu_fetched(int component) { return fetched[component & 3]; }

static int reads(u32 kind, u32 shape) {
  switch (kind) {
    case FETCH: return shape == SHAPE_LINEAR || shape == SHAPE_1D;
    case AT_1D: return shape == SHAPE_1D;
    case AT_2D: case GATHER: return shape == SHAPE_2D || shape == SHAPE_PITCHED;
    default: return shape == kind + 1;
  }
}
_Static_assert(AT_3D + 1 == SHAPE_3D && AT_LAYERED_CUBEMAP + 1 == SHAPE_CUBEMAP_LAYERED, "shapes follow the functions");

// The object of a handle; null where there is none, which is reported.
static const texture *object_of(u64 handle, u32 kind, u32 site, u32 access) {
  const texture *t = &texturesTable[handle % MAX_TEXTURES];
  if (handle && t->handle == handle && t->kind == kind) return t;
  int destroyed = handle && t->handle == handle && t->kind == OBJECT_DESTROYED;
  report_access(destroyed ? USE_AFTER_FREE : LAUNCH_ERROR, destroyed ? DESTROYED_OBJECT : NO_OBJECT, site, access, 0, 0);
  return 0;
}

static void wrong_object(const texture *t, u32 site, u32 access) {
  report_access(LAUNCH_ERROR, OTHER_OBJECT, site, access, 0, t->address);
}

INLINE float floor_of_float(float x) { return __builtin_floorf(x); }

// A coordinate along one axis in elements, brought into the first period where its mode repeats the texture; mirrored
// once, it is two textures long. What is far outside comes near, so that indexes stay small; so does what is no number.
static float unnormalized(const texture *t, u32 axis, float x, u32 size) {
  if (t->normalized) {
    if (t->modes[axis] == WRAP) x -= floor_of_float(x);
    if (t->modes[axis] == MIRROR) x -= 2.0f * floor_of_float(x * 0.5f);
    x *= (float)size;
  }
  float most = 2.0f * (float)size + 2.0f;
  return !(x > -2.0f) ? -2.0f : x > most ? most : x;
}

// The index that an address mode makes of one that may be outside; outside stays what is the border's.
static int addressed(const texture *t, u32 axis, int index, u32 size) {
  int last = (int)size - 1;
  u32 mode = t->modes[axis];
  if (mode == BORDER) return index;
  if (mode == WRAP && t->normalized) return index < 0 ? index + (int)size : index > last ? index - (int)size : index;
  if (mode == MIRROR && t->normalized) {
    int within = index < 0 ? -1 - index : index >= 2 * (int)size ? index - 2 * (int)size : index;
    return within > last ? 2 * (int)size - 1 - within : within;
  }
  return index < 0 ? 0 : index > last ? last : index;
}

// Neighbours along one axis, and the weight of the second one in 256ths: hardware keeps 8 bits of a fraction.
typedef struct {
  int index[2];
  u32 weight;
} neighbours;

static neighbours neighbours_of(const texture *t, u32 axis, float x, u32 size) {
  float at = unnormalized(t, axis, x, size);
  if (!t->linear) {
    int index = addressed(t, axis, (int)floor_of_float(at), size);
    return (neighbours){{index, index}, 0};
  }
  int fixed = (int)floor_of_float((at - 0.5f) * 256.0f + 0.5f), first = fixed >> 8;
  return (neighbours){{addressed(t, axis, first, size), addressed(t, axis, first + 1, size)}, (u32)fixed & 255};
}

#define NOWHERE_ELSE ((neighbours){{0, 0}, 0})

// A texture of one dimension is one row to the hardware, read at the coordinate 0 of the second: between this row and the
// one before it, which is the border's where the second axis has that mode, and otherwise this row again.
static neighbours only_row(const texture *t) {
  return t->linear && t->modes[1] == BORDER ? (neighbours){{-1, 0}, 128} : NOWHERE_ELSE;
}

// Nearest element, or the weighted mean of two, four or eight. What has no weight is not read.
static void filter(const texture *t, neighbours x, neighbours y, neighbours z, u32 site) {
  if (!(x.weight | y.weight | z.weight)) {
    read_element(t, x.index[0], y.index[0], z.index[0], site, fetched);
    return;
  }
  double sum[4] = {0, 0, 0, 0};
  for (u32 corner = 0; corner < 8; corner++) {
    u32 i = corner & 1, j = corner >> 1 & 1, k = corner >> 2;
    u32 weight = (i ? x.weight : 256 - x.weight) * (j ? y.weight : 256 - y.weight) * (k ? z.weight : 256 - z.weight);
    if (!weight) continue;
    u32 values[4];
    read_element(t, x.index[i], y.index[j], z.index[k], site, values);
    for (u32 c = 0; c < 4; c++) sum[c] += (double)float_of(values[c]) * (double)weight;
  }
  for (u32 c = 0; c < 4; c++) fetched[c] = bits_of((float)(sum[c] / (256.0 * 256.0 * 256.0)));
}

// Face and coordinates in it of a direction, as the guide's table for cubemaps has them.
static u32 face_of(float x, float y, float z, float *u, float *v) {
  float ax = __builtin_fabsf(x), ay = __builtin_fabsf(y), az = __builtin_fabsf(z), m, s, t;
  u32 face;
  if (ax >= ay && ax >= az) {
    face = x < 0;
    m = ax;
    s = x < 0 ? z : -z;
    t = -y;
  } else if (ay >= az) {
    face = 2 + (y < 0);
    m = ay;
    s = x;
    t = y < 0 ? -z : z;
  } else {
    face = 4 + (z < 0);
    m = az;
    s = z < 0 ? -x : x;
    t = -y;
  }
  *u = (s / m + 1.0f) / 2.0f;
  *v = (t / m + 1.0f) / 2.0f;
  return face;
}

static neighbours whole(u32 index) { return (neighbours){{(int)index, (int)index}, 0}; }

// The layer, which has no sign to the hardware; there is none behind the last.
static u32 layer_of(const texture *t, int layer, u32 faces) {
  u32 last = t->depth / faces - 1;
  return (u32)layer > last ? last : (u32)layer;
}

// One component each of the four neighbours, against the clock from the lower left.
static void gather(const texture *t, float x, float y, u32 component, u32 site) {
  texture filtered = *t;
  filtered.linear = 1;
  neighbours i = neighbours_of(&filtered, 0, x, t->width), j = neighbours_of(&filtered, 1, y, t->height);
  u32 found[4], values[4];
  for (u32 n = 0; n < 4; n++) {
    read_element(t, i.index[n == 1 || n == 2], j.index[n < 2], 0, site, values);
    found[n] = values[component];
  }
  __builtin_memcpy(fetched, found, sizeof fetched);
}

// An integer coordinate into linear memory: outside there are zeros.
static void fetch(const texture *t, int index, u32 site) {
  if (t->shape != SHAPE_LINEAR) index = addressed(t, 0, index < -1 ? -1 : index, t->width);
  else if (index < 0 || index >= (int)t->width) return;
  read_element(t, index, 0, 0, site, fetched);
}

NOINLINE u32 __emu_texture(int place, u64 handle, int how, float x, float y, float z, int layer) {
  u32 site = (u32)place, kind = FETCHED_KIND((u32)how);
  __builtin_memset(fetched, 0, sizeof fetched);
  const texture *t = object_of(handle, OBJECT_TEXTURE, site, READ);
  if (!t) return 0;
  if (!reads(kind, t->shape)) {
    wrong_object(t, site, READ);
    return 0;
  }
  u32 slice = 0;
  switch (kind) {
    case FETCH: fetch(t, layer, site); return fetched[0];
    case GATHER: gather(t, x, y, COMPONENT((u32)how), site); return fetched[0];
    case AT_LAYERED_1D: case AT_LAYERED_2D: slice = layer_of(t, layer, 1); break;
    case AT_CUBEMAP: slice = face_of(x, y, z, &x, &y); break;
    case AT_LAYERED_CUBEMAP: slice = 6 * layer_of(t, layer, 6) + face_of(x, y, z, &x, &y); break;
  }
  neighbours row = kind == AT_1D           ? only_row(t)
                   : kind == AT_LAYERED_1D ? NOWHERE_ELSE
                                           : neighbours_of(t, 1, y, t->height);
  filter(t, neighbours_of(t, 0, x, t->width), row, kind == AT_3D ? neighbours_of(t, 2, z, t->depth) : whole(slice), site);
  return fetched[0];
}

#define SURFACE_KIND(how) ((how) & 15)
#define SURFACE_MODE(how) ((how) >> 4 & 15)
#define SURFACE_BYTES(how) ((how) >> 8)

static int clamped(int at, int last) { return at < 0 ? 0 : at > last ? last : at; }

// Where an access to a surface goes; x counts bytes. 0: nowhere, and what is to be done about it is done.
static u32 surface_place(u32 site, u64 handle, u32 how, int x, int y, int z, u32 type) {
  const texture *t = object_of(handle, OBJECT_SURFACE, site, type);
  if (!t) return 0;
  u32 kind = SURFACE_KIND(how), bytes = SURFACE_BYTES(how);
  if (!reads(kind, t->shape)) {
    wrong_object(t, site, type);
    return 0;
  }
  if (kind == AT_1D || kind == AT_LAYERED_1D) y = 0;
  if (kind == AT_1D || kind == AT_2D) z = 0;
  int last = (int)(t->width * element_bytes(t) - bytes), lastRow = (int)t->height - 1, lastSlice = (int)t->depth - 1;
  int inside = x >= 0 && x <= last && y >= 0 && y <= lastRow && z >= 0 && z <= lastSlice;
  if (!inside && SURFACE_MODE(how) == SURFACE_CLAMP && last >= 0) {
    x = clamped(x, last);
    y = clamped(y, lastRow);
    z = clamped(z, lastSlice);
  } else if (!inside) {
    if (SURFACE_MODE(how) == SURFACE_TRAP)
      report_access(type == READ ? OUT_OF_BOUNDS_READ : OUT_OF_BOUNDS_WRITE,
                    x < 0 || x > last ? BEYOND_SURFACE_ROW : BEYOND_SURFACE, site, type, bytes, t->address);
    return 0;
  }
  u32 address = t->address + (u32)z * t->sliceBytes + (u32)y * t->rowBytes + (u32)x;
  if (x & (int)(bytes - 1)) {
    report_access(MISALIGNED_ACCESS, NO_DETAIL, site, type, bytes, address);
    address -= (u32)x & (bytes - 1);
  }
  return address;
}

NOINLINE u32 __emu_surface_read(int place, u64 handle, int how, int x, int y, int z) {
  __builtin_memset(fetched, 0, sizeof fetched);
  u32 address = surface_place((u32)place, handle, (u32)how, x, y, z, READ), bytes = SURFACE_BYTES((u32)how);
  if (address) __builtin_memcpy(fetched, cached_read(address, bytes, (u32)place), bytes);
  return fetched[0];
}

NOINLINE void __emu_surface_write(int place, u64 handle, int how, int x, int y, int z, u32 a, u32 b, u32 c, u32 d) {
  u32 address = surface_place((u32)place, handle, (u32)how, x, y, z, WRITE), bytes = SURFACE_BYTES((u32)how);
  if (!address) return;
  u32 values[4] = {a, b, c, d};
  __builtin_memcpy(access(address, bytes, WRITE, (u32)place, TEXTURED), values, bytes);
  settle();
}
