/** The files of each library, `[folder, names without their ending]`, in the order of the archive: that of its own build. */

/** wasi-libc for one thread, as its CMakeLists.txt selects for WASI preview 1. */
export const C_LIBRARY = [
  [
    'libc-bottom-half/cloudlibc/src/libc/dirent',
    'closedir dirfd fdclosedir fdopendir opendirat readdir rewinddir scandirat seekdir telldir',
  ],
  ['libc-bottom-half/cloudlibc/src/libc/errno', 'errno'],
  ['libc-bottom-half/cloudlibc/src/libc/fcntl', 'fcntl openat posix_fadvise posix_fallocate'],
  ['libc-bottom-half/cloudlibc/src/libc/poll', 'poll'],
  ['libc-bottom-half/cloudlibc/src/libc/sched', 'sched_yield'],
  ['libc-bottom-half/cloudlibc/src/libc/stdio', 'renameat'],
  ['libc-bottom-half/cloudlibc/src/libc/stdlib', '_Exit'],
  ['libc-bottom-half/cloudlibc/src/libc/sys/ioctl', 'ioctl'],
  ['libc-bottom-half/cloudlibc/src/libc/sys/select', 'pselect select'],
  ['libc-bottom-half/cloudlibc/src/libc/sys/stat', 'fstat fstatat futimens mkdirat utimensat'],
  ['libc-bottom-half/cloudlibc/src/libc/sys/time', 'gettimeofday'],
  ['libc-bottom-half/cloudlibc/src/libc/sys/uio', 'preadv pwritev readv writev'],
  [
    'libc-bottom-half/cloudlibc/src/libc/time',
    'CLOCK_MONOTONIC CLOCK_REALTIME clock_getres clock_gettime clock_nanosleep nanosleep time',
  ],
  [
    'libc-bottom-half/cloudlibc/src/libc/unistd',
    `
      faccessat fdatasync fsync ftruncate linkat lseek pread pwrite read readlinkat sleep symlinkat
      unlinkat usleep write
    `,
  ],
  [
    'libc-bottom-half/sources',
    `
      __errno_location __main_void __wasilibc_dt __wasilibc_environ __wasilibc_fd_renumber
      __wasilibc_initialize_environ __wasilibc_random __wasilibc_real __wasilibc_rmdirat __wasilibc_tell
      __wasilibc_unlinkat abort at_fdcwd chdir complex-builtins environ errno getcwd getentropy isatty
    `,
  ],
  ['libc-bottom-half/sources/math', 'fmin-fmax math-builtins'],
  ['libc-bottom-half/sources', 'posix preopens reallocarray sbrk truncate'],
  ['libc-bottom-half/cloudlibc/src/libc/sys/socket', 'getsockopt recv send shutdown'],
  ['libc-bottom-half/sources', 'accept-wasip1'],
  ['libc-top-half/musl/src/dirent', 'alphasort versionsort'],
  ['libc-top-half/musl/src/env', '__init_tls __stack_chk_fail clearenv getenv putenv setenv unsetenv'],
  ['libc-top-half/musl/src/errno', 'strerror'],
  ['libc-top-half/musl/src/exit', 'assert at_quick_exit atexit exit quick_exit'],
  ['libc-top-half/musl/src/fcntl', 'creat'],
  ['libc-top-half/musl/src/fenv', 'fegetexceptflag feholdexcept fenv fesetexceptflag fesetround feupdateenv'],
  ['libc-top-half/musl/src/internal', 'defsysinfo intscan libc shgetc'],
  ['libc-top-half/musl/src/legacy', 'getpagesize'],
  [
    'libc-top-half/musl/src/misc',
    `
      a64l basename dirname ffs ffsl ffsll fmtmsg getdomainname gethostid getopt getopt_long getsubopt
      nftw realpath uname
    `,
  ],
  [
    'libc-top-half/musl/src/network',
    `
      htonl htons in6addr_any in6addr_loopback inet_addr inet_aton inet_legacy inet_ntoa inet_ntop
      inet_pton ntohl ntohs
    `,
  ],
  ['libc-top-half/musl/src/stat', 'futimesat'],
  [
    'libc-top-half/musl/src/thread/common',
    `
      default_attr pthread_attr_destroy pthread_attr_get pthread_attr_init pthread_attr_setdetachstate
      pthread_attr_setguardsize pthread_attr_setschedparam pthread_attr_setstack pthread_attr_setstacksize
      pthread_barrierattr_destroy pthread_barrierattr_init pthread_barrierattr_setpshared pthread_cancel
      pthread_cleanup_push pthread_condattr_destroy pthread_condattr_init pthread_condattr_setclock
      pthread_condattr_setpshared pthread_equal pthread_getattr_np pthread_getspecific pthread_key_create
      pthread_mutex_destroy pthread_mutex_init pthread_mutexattr_destroy pthread_mutexattr_init
      pthread_mutexattr_setprotocol pthread_mutexattr_setpshared pthread_mutexattr_setrobust
      pthread_mutexattr_settype pthread_rwlock_destroy pthread_rwlock_init pthread_rwlockattr_destroy
      pthread_rwlockattr_init pthread_rwlockattr_setpshared pthread_self pthread_setcancelstate
      pthread_setcanceltype pthread_setspecific pthread_spin_destroy pthread_spin_init pthread_testcancel
      thrd_sleep
    `,
  ],
  [
    'libc-top-half/musl/src/time',
    `
      __month_to_secs __secs_to_tm __tm_to_secs __tz __year_to_secs asctime asctime_r ctime ctime_r
      difftime ftime getdate gmtime gmtime_r localtime localtime_r mktime strftime strptime timegm
      timespec_get wcsftime
    `,
  ],
  ['libc-top-half/musl/src/unistd', 'gethostname posix_close'],
  ['libc-top-half/sources', 'arc4random'],
  [
    'libc-top-half/musl/src/complex',
    `
      __cexp __cexpf cabs cabsf cabsl cacos cacosf cacosh cacoshf cacoshl cacosl carg cargf cargl casin
      casinf casinh casinhf casinhl casinl catan catanf catanh catanhf catanhl catanl ccos ccosf ccosh
      ccoshf ccoshl ccosl cexp cexpf cexpl clog clogf clogl conj conjf conjl cpow cpowf cpowl cproj cprojf
      cprojl csin csinf csinh csinhf csinhl csinl csqrt csqrtf csqrtl ctan ctanf ctanh ctanhf ctanhl ctanl
    `,
  ],
  ['libc-top-half/musl/src/conf', 'confstr fpathconf legacy pathconf sysconf'],
  [
    'libc-top-half/musl/src/crypt',
    'crypt crypt_blowfish crypt_des crypt_md5 crypt_r crypt_sha256 crypt_sha512 encrypt',
  ],
  [
    'libc-top-half/musl/src/ctype',
    `
      __ctype_b_loc __ctype_get_mb_cur_max __ctype_tolower_loc __ctype_toupper_loc isalnum isalpha isascii
      isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper iswalnum iswalpha iswblank
      iswcntrl iswctype iswdigit iswgraph iswlower iswprint iswpunct iswspace iswupper iswxdigit isxdigit
      toascii tolower toupper towctrans wcswidth wctrans wcwidth
    `,
  ],
  [
    'libc-top-half/musl/src/locale',
    `
      __lctrans __mo_lookup c_locale catclose catgets catopen duplocale freelocale iconv iconv_close
      langinfo locale_map localeconv newlocale pleval setlocale strcoll strfmon strtod_l strxfrm uselocale
      wcscoll wcsxfrm
    `,
  ],
  [
    'libc-top-half/musl/src/math',
    `
      __cos __cosdf __cosl __expo2 __expo2f __invtrigl __math_divzero __math_divzerof __math_invalid
      __math_invalidf __math_invalidl __math_oflow __math_oflowf __math_uflow __math_uflowf __math_xflow
      __math_xflowf __polevll __rem_pio2 __rem_pio2_large __rem_pio2f __rem_pio2l __sin __sindf __sinl
      __tan __tandf __tanl acos acosf acosh acoshf acoshl acosl asin asinf asinh asinhf asinhl asinl atan
      atan2 atan2f atan2l atanf atanh atanhf atanhl atanl cbrt cbrtf cbrtl ceill copysignl cos cosf cosh
      coshf coshl cosl erf erff erfl exp exp10 exp10f exp10l exp2 exp2f exp2f_data exp2l exp_data expf
      expl expm1 expm1f expm1l fabsl fdim fdimf fdiml finite finitef floorl fma fmaf fmal fmaxl fminl fmod
      fmodf fmodl frexp frexpf frexpl hypot hypotf hypotl ilogb ilogbf ilogbl j0 j0f j1 j1f jn jnf ldexp
      ldexpf ldexpl lgamma lgamma_r lgammaf lgammaf_r lgammal llrint llrintf llrintl llround llroundf
      llroundl log log10 log10f log10l log1p log1pf log1pl log2 log2_data log2f log2f_data log2l log_data
      logb logbf logbl logf logf_data logl lrint lrintf lrintl lround lroundf lroundl modf modff modfl nan
      nanf nanl nearbyintl nextafter nextafterf nextafterl nexttoward nexttowardf nexttowardl pow pow_data
      powf powf_data powl remainder remainderf remainderl remquo remquof remquol rintl round roundf roundl
      scalb scalbf scalbln scalblnf scalblnl scalbn scalbnf scalbnl signgam significand significandf sin
      sincos sincosf sincosl sinf sinh sinhf sinhl sinl sqrt_data sqrtl tan tanf tanh tanhf tanhl tanl
      tgamma tgammaf tgammal truncl
    `,
  ],
  [
    'libc-top-half/musl/src/multibyte',
    `
      btowc c16rtomb c32rtomb internal mblen mbrlen mbrtoc16 mbrtoc32 mbrtowc mbsinit mbsnrtowcs mbsrtowcs
      mbstowcs mbtowc wcrtomb wcsnrtombs wcsrtombs wcstombs wctob wctomb
    `,
  ],
  [
    'libc-top-half/musl/src/prng',
    '__rand48_step __seed48 drand48 lcong48 lrand48 mrand48 rand rand_r random seed48 srand48',
  ],
  ['libc-top-half/musl/src/regex', 'fnmatch glob regcomp regerror regexec tre-mem'],
  ['libc-top-half/musl/src/search', 'hsearch insque lsearch tdelete tdestroy tfind tsearch twalk'],
  [
    'libc-top-half/musl/src/stdio',
    `
      __fclose_ca __fdopen __fmodeflags __fopen_rb_ca __overflow __stdio_close __stdio_exit __stdio_read
      __stdio_seek __stdio_write __stdout_write __toread __towrite __uflow asprintf clearerr dprintf ext
      ext2 fclose feof ferror fflush fgetc fgetln fgetpos fgets fgetwc fgetws fileno fmemopen fopen
      fopencookie fprintf fputc fputs fputwc fputws fread freopen fscanf fseek fsetpos ftell fwide
      fwprintf fwrite fwscanf getc getc_unlocked getchar getchar_unlocked getdelim getline getw getwc
      getwchar ofl ofl_add open_memstream open_wmemstream perror printf putc putc_unlocked putchar
      putchar_unlocked puts putw putwc putwchar rewind scanf setbuf setbuffer setlinebuf setvbuf snprintf
      sprintf sscanf stderr stdin stdout swprintf swscanf ungetc ungetwc vasprintf vdprintf vfwscanf
      vprintf vscanf vsnprintf vsprintf vsscanf vswprintf vswscanf vwprintf vwscanf wprintf wscanf
    `,
  ],
  [
    'libc-top-half/musl/src/stdlib',
    `
      abs atof atoi atol atoll bsearch div ecvt fcvt gcvt imaxabs imaxdiv labs ldiv llabs lldiv qsort
      qsort_nr strtol wcstol
    `,
  ],
  [
    'libc-top-half/musl/src/string',
    `
      bcmp bcopy bzero explicit_bzero index memccpy memchr memcmp memmem mempcpy memrchr rindex stpcpy
      stpncpy strcasecmp strcasestr strcat strchr strchrnul strcmp strcpy strcspn strdup strerror_r
      strlcat strlcpy strlen strncasecmp strncat strncmp strncpy strndup strnlen strpbrk strrchr strsep
      strspn strspn_simd strstr strtok strtok_r strverscmp swab wcpcpy wcpncpy wcscasecmp wcscasecmp_l
      wcscat wcschr wcscmp wcscpy wcscspn wcsdup wcslen wcsncasecmp wcsncasecmp_l wcsncat wcsncmp wcsncpy
      wcsnlen wcspbrk wcsrchr wcsspn wcsstr wcstok wcswcs wmemchr wmemcmp wmemcpy wmemmove wmemset
    `,
  ],
  [
    'libc-top-half/musl/src/thread/single-threaded',
    `
      pthread_barrier_destroy pthread_barrier_init pthread_barrier_wait pthread_cond_broadcast
      pthread_cond_destroy pthread_cond_init pthread_cond_signal pthread_cond_timedwait pthread_cond_wait
      pthread_create pthread_detach pthread_join pthread_mutex_consistent pthread_mutex_getprioceiling
      pthread_mutex_lock pthread_mutex_timedlock pthread_mutex_trylock pthread_mutex_unlock pthread_once
      pthread_rwlock_rdlock pthread_rwlock_timedrdlock pthread_rwlock_timedwrlock pthread_rwlock_tryrdlock
      pthread_rwlock_trywrlock pthread_rwlock_unlock pthread_rwlock_wrlock pthread_spin_lock
      pthread_spin_trylock pthread_spin_unlock
    `,
  ],
  ['libc-top-half/musl/src/internal', 'floatscan'],
  ['libc-top-half/musl/src/stdio', 'vfprintf vfscanf vfwprintf'],
  ['libc-top-half/musl/src/stdlib', 'strtod wcstod'],
  ['dlmalloc/src', 'dlmalloc'],
  ['libc-top-half/musl/src/string', 'memcpy memmove memset'],
  ['fts/musl-fts', 'fts'],
];

/** Compiled a second time, with `long double`. */
export const PRINT_AND_SCAN = [
  ['libc-top-half/musl/src/internal', 'floatscan'],
  ['libc-top-half/musl/src/stdio', 'vfprintf vfscanf vfwprintf'],
  ['libc-top-half/musl/src/stdlib', 'strtod wcstod'],
];

export const CXX_LIBRARY = [
  ['src', 'algorithm any bind call_once charconv chrono error_category exception expected'],
  ['src/filesystem', 'filesystem_clock filesystem_error path'],
  ['src', 'functional hash memory memory_resource new_handler new_helpers optional print random_shuffle'],
  ['src/ryu', 'd2fixed d2s f2s'],
  [
    'src',
    `
      stdexcept string system_error typeinfo valarray variant vector verbose_abort atomic barrier
      condition_variable_destructor condition_variable future mutex_destructor mutex shared_mutex thread
      random fstream ios ios.instantiations iostream locale ostream regex strstream
    `,
  ],
  ['src/filesystem', 'directory_entry directory_iterator operations int128_builtins'],
];

export const CXX_ABI = [
  [
    'src',
    `
      cxa_aux_runtime cxa_default_handlers cxa_demangle cxa_exception_storage cxa_guard cxa_handlers
      cxa_vector cxa_virtual stdlib_exception stdlib_stdexcept stdlib_typeinfo abort_message
      fallback_malloc private_typeinfo stdlib_new_delete cxa_noexception
    `,
  ],
];

export const BUILTINS = [
  [
    'lib/builtins',
    `
      addtf3 comparetf2 divtc3 divtf3 extenddftf2 extendhftf2 extendsftf2 fixtfdi fixtfsi fixtfti
      fixunstfdi fixunstfsi fixunstfti floatditf floatsitf floattitf floatunditf floatunsitf floatuntitf
      multc3 multf3 powitf2 subtf3 trunctfdf2 trunctfhf2 trunctfsf2 absvdi2 absvsi2 absvti2 adddf3 addsf3
      addvdi3 addvsi3 addvti3 apple_versioning ashldi3 ashlti3 ashrdi3 ashrti3 bswapdi2 bswapsi2 clzdi2
      clzsi2 clzti2 cmpdi2 cmpti2 comparedf2 comparesf2 ctzdi2 ctzsi2 ctzti2 divdc3 divdf3 divdi3
      divmoddi4 divmodsi4 divmodti4 divsc3 divsf3 divsi3 divti3 extendsfdf2 extendhfsf2 extendhfdf2 ffsdi2
      ffssi2 ffsti2 fixdfdi fixdfsi fixdfti fixsfdi fixsfsi fixsfti fixunsdfdi fixunsdfsi fixunsdfti
      fixunssfdi fixunssfsi fixunssfti floatdidf floatdisf floatsidf floatsisf floattidf floattisf
      floatundidf floatundisf floatunsidf floatunsisf floatuntidf floatuntisf fp_mode int_util lshrdi3
      lshrti3 moddi3 modsi3 modti3 muldc3 muldf3 muldi3 mulodi4 mulosi4 muloti4 mulsc3 mulsf3 multi3
      mulvdi3 mulvsi3 mulvti3 negdf2 negdi2 negsf2 negti2 negvdi2 negvsi2 negvti2 os_version_check
      paritydi2 paritysi2 parityti2 popcountdi2 popcountsi2 popcountti2 powidf2 powisf2 subdf3 subsf3
      subvdi3 subvsi3 subvti3 trampoline_setup truncdfhf2 truncdfsf2 truncsfhf2 ucmpdi2 ucmpti2 udivdi3
      udivmoddi4 udivmodsi4 udivmodti4 udivsi3 udivti3 umoddi3 umodsi3 umodti3 
      clear_cache
    `,
  ],
];
