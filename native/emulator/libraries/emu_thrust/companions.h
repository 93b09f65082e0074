// What a vector, a policy and the larger algorithms of NVIDIA's Thrust bring along: programs use it without including it.
#ifndef __EMU_THRUST_COMPANIONS_H
#define __EMU_THRUST_COMPANIONS_H

#include "thrust/advance.h"
#include "thrust/copy.h"
#include "thrust/distance.h"
#include "thrust/equal.h"
#include "thrust/fill.h"
#include "thrust/find.h"
#include "thrust/for_each.h"
#include "thrust/functional.h"
#include "thrust/generate.h"
#include "thrust/iterator/constant_iterator.h"
#include "thrust/iterator/counting_iterator.h"
#include "thrust/iterator/discard_iterator.h"
#include "thrust/iterator/permutation_iterator.h"
#include "thrust/iterator/reverse_iterator.h"
#include "thrust/iterator/transform_iterator.h"
#include "thrust/iterator/zip_iterator.h"
#include "thrust/mismatch.h"
#include "thrust/pair.h"
#include "thrust/reduce.h"
#include "thrust/replace.h"
#include "thrust/scan.h"
#include "thrust/scatter.h"
#include "thrust/swap.h"
#include "thrust/transform.h"
#include "thrust/tuple.h"
#include "thrust/uninitialized_fill.h"
#include "thrust/zip_function.h"

#endif
