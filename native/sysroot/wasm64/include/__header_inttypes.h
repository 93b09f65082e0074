#ifndef __wasilibc___include_inttypes_h
#define __wasilibc___include_inttypes_h

#include <stdint.h>

#define __need_wchar_t
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  intmax_t quot, rem;
} imaxdiv_t;

intmax_t imaxabs(intmax_t);
imaxdiv_t imaxdiv(intmax_t, intmax_t);
intmax_t strtoimax(const char *__restrict, char **__restrict, int);
uintmax_t strtoumax(const char *__restrict, char **__restrict, int);
intmax_t wcstoimax(const wchar_t *__restrict, wchar_t **__restrict, int);
uintmax_t wcstoumax(const wchar_t *__restrict, wchar_t **__restrict, int);

/* Where pointers have 64 bits, these types are long, as on Linux. */
#ifdef __LP64__
#define __LONG_FMT(type, name, letter) __##type##PTR_FMT##letter##__
#else
#define __LONG_FMT(type, name, letter) __##type##name##_FMT##letter##__
#endif

#define PRId16 __INT16_FMTd__
#define PRIi16 __INT16_FMTi__
#define PRId32 __INT32_FMTd__
#define PRIi32 __INT32_FMTi__
#define PRId64 __LONG_FMT(INT, 64, d)
#define PRIi64 __LONG_FMT(INT, 64, i)
#define PRId8 __INT8_FMTd__
#define PRIi8 __INT8_FMTi__
#define PRIdMAX __LONG_FMT(INT, MAX, d)
#define PRIiMAX __LONG_FMT(INT, MAX, i)
#define PRIdPTR __INTPTR_FMTd__
#define PRIiPTR __INTPTR_FMTi__
#define PRIdFAST16 __LONG_FMT(INT, _FAST16, d)
#define PRIiFAST16 __LONG_FMT(INT, _FAST16, i)
#define PRIdFAST32 __LONG_FMT(INT, _FAST32, d)
#define PRIiFAST32 __LONG_FMT(INT, _FAST32, i)
#define PRIdFAST64 __LONG_FMT(INT, _FAST64, d)
#define PRIiFAST64 __LONG_FMT(INT, _FAST64, i)
#define PRIdFAST8 __INT_FAST8_FMTd__
#define PRIiFAST8 __INT_FAST8_FMTi__
#define PRIdLEAST16 __INT_LEAST16_FMTd__
#define PRIiLEAST16 __INT_LEAST16_FMTi__
#define PRIdLEAST32 __INT_LEAST32_FMTd__
#define PRIiLEAST32 __INT_LEAST32_FMTi__
#define PRIdLEAST64 __LONG_FMT(INT, _LEAST64, d)
#define PRIiLEAST64 __LONG_FMT(INT, _LEAST64, i)
#define PRIdLEAST8 __INT_LEAST8_FMTd__
#define PRIiLEAST8 __INT_LEAST8_FMTi__
#define PRIX16 __UINT16_FMTX__
#define PRIo16 __UINT16_FMTo__
#define PRIu16 __UINT16_FMTu__
#define PRIx16 __UINT16_FMTx__
#define PRIX32 __UINT32_FMTX__
#define PRIo32 __UINT32_FMTo__
#define PRIu32 __UINT32_FMTu__
#define PRIx32 __UINT32_FMTx__
#define PRIX64 __LONG_FMT(UINT, 64, X)
#define PRIo64 __LONG_FMT(UINT, 64, o)
#define PRIu64 __LONG_FMT(UINT, 64, u)
#define PRIx64 __LONG_FMT(UINT, 64, x)
#define PRIX8 __UINT8_FMTX__
#define PRIo8 __UINT8_FMTo__
#define PRIu8 __UINT8_FMTu__
#define PRIx8 __UINT8_FMTx__
#define PRIXMAX __LONG_FMT(UINT, MAX, X)
#define PRIoMAX __LONG_FMT(UINT, MAX, o)
#define PRIuMAX __LONG_FMT(UINT, MAX, u)
#define PRIxMAX __LONG_FMT(UINT, MAX, x)
#define PRIXPTR __UINTPTR_FMTX__
#define PRIoPTR __UINTPTR_FMTo__
#define PRIuPTR __UINTPTR_FMTu__
#define PRIxPTR __UINTPTR_FMTx__
#define PRIXFAST16 __LONG_FMT(UINT, _FAST16, X)
#define PRIoFAST16 __LONG_FMT(UINT, _FAST16, o)
#define PRIuFAST16 __LONG_FMT(UINT, _FAST16, u)
#define PRIxFAST16 __LONG_FMT(UINT, _FAST16, x)
#define PRIXFAST32 __LONG_FMT(UINT, _FAST32, X)
#define PRIoFAST32 __LONG_FMT(UINT, _FAST32, o)
#define PRIuFAST32 __LONG_FMT(UINT, _FAST32, u)
#define PRIxFAST32 __LONG_FMT(UINT, _FAST32, x)
#define PRIXFAST64 __LONG_FMT(UINT, _FAST64, X)
#define PRIoFAST64 __LONG_FMT(UINT, _FAST64, o)
#define PRIuFAST64 __LONG_FMT(UINT, _FAST64, u)
#define PRIxFAST64 __LONG_FMT(UINT, _FAST64, x)
#define PRIXFAST8 __UINT_FAST8_FMTX__
#define PRIoFAST8 __UINT_FAST8_FMTo__
#define PRIuFAST8 __UINT_FAST8_FMTu__
#define PRIxFAST8 __UINT_FAST8_FMTx__
#define PRIXLEAST16 __UINT_LEAST16_FMTX__
#define PRIoLEAST16 __UINT_LEAST16_FMTo__
#define PRIuLEAST16 __UINT_LEAST16_FMTu__
#define PRIxLEAST16 __UINT_LEAST16_FMTx__
#define PRIXLEAST32 __UINT_LEAST32_FMTX__
#define PRIoLEAST32 __UINT_LEAST32_FMTo__
#define PRIuLEAST32 __UINT_LEAST32_FMTu__
#define PRIxLEAST32 __UINT_LEAST32_FMTx__
#define PRIXLEAST64 __LONG_FMT(UINT, _LEAST64, X)
#define PRIoLEAST64 __LONG_FMT(UINT, _LEAST64, o)
#define PRIuLEAST64 __LONG_FMT(UINT, _LEAST64, u)
#define PRIxLEAST64 __LONG_FMT(UINT, _LEAST64, x)
#define PRIXLEAST8 __UINT_LEAST8_FMTX__
#define PRIoLEAST8 __UINT_LEAST8_FMTo__
#define PRIuLEAST8 __UINT_LEAST8_FMTu__
#define PRIxLEAST8 __UINT_LEAST8_FMTx__

#define SCNd16 __INT16_FMTd__
#define SCNi16 __INT16_FMTi__
#define SCNd32 __INT32_FMTd__
#define SCNi32 __INT32_FMTi__
#define SCNd64 __LONG_FMT(INT, 64, d)
#define SCNi64 __LONG_FMT(INT, 64, i)
#define SCNd8 __INT8_FMTd__
#define SCNi8 __INT8_FMTi__
#define SCNdMAX __LONG_FMT(INT, MAX, d)
#define SCNiMAX __LONG_FMT(INT, MAX, i)
#define SCNdPTR __INTPTR_FMTd__
#define SCNiPTR __INTPTR_FMTi__
#define SCNdFAST16 __LONG_FMT(INT, _FAST16, d)
#define SCNiFAST16 __LONG_FMT(INT, _FAST16, i)
#define SCNdFAST32 __LONG_FMT(INT, _FAST32, d)
#define SCNiFAST32 __LONG_FMT(INT, _FAST32, i)
#define SCNdFAST64 __LONG_FMT(INT, _FAST64, d)
#define SCNiFAST64 __LONG_FMT(INT, _FAST64, i)
#define SCNdFAST8 __INT_FAST8_FMTd__
#define SCNiFAST8 __INT_FAST8_FMTi__
#define SCNdLEAST16 __INT_LEAST16_FMTd__
#define SCNiLEAST16 __INT_LEAST16_FMTi__
#define SCNdLEAST32 __INT_LEAST32_FMTd__
#define SCNiLEAST32 __INT_LEAST32_FMTi__
#define SCNdLEAST64 __LONG_FMT(INT, _LEAST64, d)
#define SCNiLEAST64 __LONG_FMT(INT, _LEAST64, i)
#define SCNdLEAST8 __INT_LEAST8_FMTd__
#define SCNiLEAST8 __INT_LEAST8_FMTi__
#define SCNo16 __UINT16_FMTo__
#define SCNu16 __UINT16_FMTu__
#define SCNx16 __UINT16_FMTx__
#define SCNo32 __UINT32_FMTo__
#define SCNu32 __UINT32_FMTu__
#define SCNx32 __UINT32_FMTx__
#define SCNo64 __LONG_FMT(UINT, 64, o)
#define SCNu64 __LONG_FMT(UINT, 64, u)
#define SCNx64 __LONG_FMT(UINT, 64, x)
#define SCNo8 __UINT8_FMTo__
#define SCNu8 __UINT8_FMTu__
#define SCNx8 __UINT8_FMTx__
#define SCNoMAX __LONG_FMT(UINT, MAX, o)
#define SCNuMAX __LONG_FMT(UINT, MAX, u)
#define SCNxMAX __LONG_FMT(UINT, MAX, x)
#define SCNoPTR __UINTPTR_FMTo__
#define SCNuPTR __UINTPTR_FMTu__
#define SCNxPTR __UINTPTR_FMTx__
#define SCNoFAST16 __LONG_FMT(UINT, _FAST16, o)
#define SCNuFAST16 __LONG_FMT(UINT, _FAST16, u)
#define SCNxFAST16 __LONG_FMT(UINT, _FAST16, x)
#define SCNoFAST32 __LONG_FMT(UINT, _FAST32, o)
#define SCNuFAST32 __LONG_FMT(UINT, _FAST32, u)
#define SCNxFAST32 __LONG_FMT(UINT, _FAST32, x)
#define SCNoFAST64 __LONG_FMT(UINT, _FAST64, o)
#define SCNuFAST64 __LONG_FMT(UINT, _FAST64, u)
#define SCNxFAST64 __LONG_FMT(UINT, _FAST64, x)
#define SCNoFAST8 __UINT_FAST8_FMTo__
#define SCNuFAST8 __UINT_FAST8_FMTu__
#define SCNxFAST8 __UINT_FAST8_FMTx__
#define SCNoLEAST16 __UINT_LEAST16_FMTo__
#define SCNuLEAST16 __UINT_LEAST16_FMTu__
#define SCNxLEAST16 __UINT_LEAST16_FMTx__
#define SCNoLEAST32 __UINT_LEAST32_FMTo__
#define SCNuLEAST32 __UINT_LEAST32_FMTu__
#define SCNxLEAST32 __UINT_LEAST32_FMTx__
#define SCNoLEAST64 __LONG_FMT(UINT, _LEAST64, o)
#define SCNuLEAST64 __LONG_FMT(UINT, _LEAST64, u)
#define SCNxLEAST64 __LONG_FMT(UINT, _LEAST64, x)
#define SCNoLEAST8 __UINT_LEAST8_FMTo__
#define SCNuLEAST8 __UINT_LEAST8_FMTu__
#define SCNxLEAST8 __UINT_LEAST8_FMTx__

#ifdef __cplusplus
}
#endif

#endif
