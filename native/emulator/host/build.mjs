// Options of `clang -cc1` for the C files of this folder, beyond those that the whole emulator is built with.
export const hostOptions = ['-Wno-missing-prototypes'];
