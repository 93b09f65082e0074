// SIMD intrinsics: a word as two halfwords or four bytes (CUDA Math API, "SIMD Intrinsics"), and minima and maxima of
// three values and of sums.
__global__ void halfwords(unsigned a2, unsigned b2) {  // 32767, -32768 and 2, -32765
  check(__vabs2(a2) == 0x7fff8000u, "__vabs2 is the absolute value of each signed halfword, that of the least wrapping round");
  check(__vabsss2(a2) == 0x7fff7fffu, "__vabsss2 is the absolute value of each halfword with signed saturation");
  check(__vneg2(a2) == 0x80018000u, "__vneg2 negates each halfword, the least wrapping round");
  check(__vnegss2(a2) == 0x80017fffu, "__vnegss2 negates each halfword with signed saturation");
  check(__vadd2(a2, b2) == 0x80010003u, "__vadd2 adds each halfword, wrapping round and without a carry into the next");
  check(__vaddss2(a2, b2) == 0x7fff8000u, "__vaddss2 adds each halfword with signed saturation");
  check(__vaddus2(a2, b2) == 0x8001ffffu, "__vaddus2 adds each halfword with unsigned saturation");
  check(__vsub2(a2, b2) == 0x7ffdfffdu, "__vsub2 subtracts each halfword, wrapping round and without a borrow from the next");
  check(__vsubss2(a2, b2) == 0x7ffdfffdu, "__vsubss2 subtracts each halfword with signed saturation");
  check(__vsubus2(a2, b2) == 0x7ffd0000u, "__vsubus2 subtracts each halfword with unsigned saturation");
  check(__vabsdiffs2(a2, b2) == 0x7ffd0003u, "__vabsdiffs2 is the absolute difference of each signed halfword");
  check(__vabsdiffu2(a2, b2) == 0x7ffd0003u, "__vabsdiffu2 is the absolute difference of each unsigned halfword");
  check(__vavgs2(a2, b2) == 0x40018001u, "__vavgs2 is the average of each signed halfword, halves rounded away from zero");
  check(__vavgu2(a2, b2) == 0x40018002u, "__vavgu2 is the average of each unsigned halfword, halves rounded up");
  check(__vhaddu2(a2, b2) == 0x40008001u, "__vhaddu2 is the average of each unsigned halfword, rounded down");
  check(__vmaxs2(a2, b2) == 0x7fff8003u, "__vmaxs2 is the larger of each two signed halfwords");
  check(__vmaxu2(a2, b2) == 0x7fff8003u, "__vmaxu2 is the larger of each two unsigned halfwords");
  check(__vmins2(a2, b2) == 0x00028000u, "__vmins2 is the smaller of each two signed halfwords");
  check(__vminu2(a2, b2) == 0x00028000u, "__vminu2 is the smaller of each two unsigned halfwords");
  check(__vcmpeq2(a2, b2) == 0x00000000u, "__vcmpeq2 sets all bits of each halfword of the first that is equal, and no others");
  check(__vseteq2(a2, b2) == 0x00000000u, "__vseteq2 is 1 in each halfword where the first is equal, else 0");
  check(__vcmpne2(a2, b2) == 0xffffffffu, "__vcmpne2 sets all bits of each halfword of the first that is unequal, and no others");
  check(__vsetne2(a2, b2) == 0x00010001u, "__vsetne2 is 1 in each halfword where the first is unequal, else 0");
  check(__vcmpges2(a2, b2) == 0xffff0000u, "__vcmpges2 sets all bits of each signed halfword of the first that is not smaller, and no others");
  check(__vsetges2(a2, b2) == 0x00010000u, "__vsetges2 is 1 in each signed halfword where the first is not smaller, else 0");
  check(__vcmpgeu2(a2, b2) == 0xffff0000u, "__vcmpgeu2 sets all bits of each unsigned halfword of the first that is not smaller, and no others");
  check(__vsetgeu2(a2, b2) == 0x00010000u, "__vsetgeu2 is 1 in each unsigned halfword where the first is not smaller, else 0");
  check(__vcmpgts2(a2, b2) == 0xffff0000u, "__vcmpgts2 sets all bits of each signed halfword of the first that is larger, and no others");
  check(__vsetgts2(a2, b2) == 0x00010000u, "__vsetgts2 is 1 in each signed halfword where the first is larger, else 0");
  check(__vcmpgtu2(a2, b2) == 0xffff0000u, "__vcmpgtu2 sets all bits of each unsigned halfword of the first that is larger, and no others");
  check(__vsetgtu2(a2, b2) == 0x00010000u, "__vsetgtu2 is 1 in each unsigned halfword where the first is larger, else 0");
  check(__vcmples2(a2, b2) == 0x0000ffffu, "__vcmples2 sets all bits of each signed halfword of the first that is not larger, and no others");
  check(__vsetles2(a2, b2) == 0x00000001u, "__vsetles2 is 1 in each signed halfword where the first is not larger, else 0");
  check(__vcmpleu2(a2, b2) == 0x0000ffffu, "__vcmpleu2 sets all bits of each unsigned halfword of the first that is not larger, and no others");
  check(__vsetleu2(a2, b2) == 0x00000001u, "__vsetleu2 is 1 in each unsigned halfword where the first is not larger, else 0");
  check(__vcmplts2(a2, b2) == 0x0000ffffu, "__vcmplts2 sets all bits of each signed halfword of the first that is smaller, and no others");
  check(__vsetlts2(a2, b2) == 0x00000001u, "__vsetlts2 is 1 in each signed halfword where the first is smaller, else 0");
  check(__vcmpltu2(a2, b2) == 0x0000ffffu, "__vcmpltu2 sets all bits of each unsigned halfword of the first that is smaller, and no others");
  check(__vsetltu2(a2, b2) == 0x00000001u, "__vsetltu2 is 1 in each unsigned halfword where the first is smaller, else 0");
  check(__vsads2(a2, b2) == 0x8000u, "__vsads2 adds up the absolute differences of the signed halfwords");
  check(__vsadu2(a2, b2) == 0x8000u, "__vsadu2 adds up the absolute differences of the unsigned halfwords");
}
__global__ void bytes(unsigned a4, unsigned b4) {  // 127, -128, -1, 5 and 1, -1, 127, 5
  check(__vabs4(a4) == 0x7f800105u, "__vabs4 is the absolute value of each signed byte, that of the least wrapping round");
  check(__vabsss4(a4) == 0x7f7f0105u, "__vabsss4 is the absolute value of each byte with signed saturation");
  check(__vneg4(a4) == 0x818001fbu, "__vneg4 negates each byte, the least wrapping round");
  check(__vnegss4(a4) == 0x817f01fbu, "__vnegss4 negates each byte with signed saturation");
  check(__vadd4(a4, b4) == 0x807f7e0au, "__vadd4 adds each byte, wrapping round and without a carry into the next");
  check(__vaddss4(a4, b4) == 0x7f807e0au, "__vaddss4 adds each byte with signed saturation");
  check(__vaddus4(a4, b4) == 0x80ffff0au, "__vaddus4 adds each byte with unsigned saturation");
  check(__vsub4(a4, b4) == 0x7e818000u, "__vsub4 subtracts each byte, wrapping round and without a borrow from the next");
  check(__vsubss4(a4, b4) == 0x7e818000u, "__vsubss4 subtracts each byte with signed saturation");
  check(__vsubus4(a4, b4) == 0x7e008000u, "__vsubus4 subtracts each byte with unsigned saturation");
  check(__vabsdiffs4(a4, b4) == 0x7e7f8000u, "__vabsdiffs4 is the absolute difference of each signed byte");
  check(__vabsdiffu4(a4, b4) == 0x7e7f8000u, "__vabsdiffu4 is the absolute difference of each unsigned byte");
  check(__vavgs4(a4, b4) == 0x40bf3f05u, "__vavgs4 is the average of each signed byte, halves rounded away from zero");
  check(__vavgu4(a4, b4) == 0x40c0bf05u, "__vavgu4 is the average of each unsigned byte, halves rounded up");
  check(__vhaddu4(a4, b4) == 0x40bfbf05u, "__vhaddu4 is the average of each unsigned byte, rounded down");
  check(__vmaxs4(a4, b4) == 0x7fff7f05u, "__vmaxs4 is the larger of each two signed bytes");
  check(__vmaxu4(a4, b4) == 0x7fffff05u, "__vmaxu4 is the larger of each two unsigned bytes");
  check(__vmins4(a4, b4) == 0x0180ff05u, "__vmins4 is the smaller of each two signed bytes");
  check(__vminu4(a4, b4) == 0x01807f05u, "__vminu4 is the smaller of each two unsigned bytes");
  check(__vcmpeq4(a4, b4) == 0x000000ffu, "__vcmpeq4 sets all bits of each byte of the first that is equal, and no others");
  check(__vseteq4(a4, b4) == 0x00000001u, "__vseteq4 is 1 in each byte where the first is equal, else 0");
  check(__vcmpne4(a4, b4) == 0xffffff00u, "__vcmpne4 sets all bits of each byte of the first that is unequal, and no others");
  check(__vsetne4(a4, b4) == 0x01010100u, "__vsetne4 is 1 in each byte where the first is unequal, else 0");
  check(__vcmpges4(a4, b4) == 0xff0000ffu, "__vcmpges4 sets all bits of each signed byte of the first that is not smaller, and no others");
  check(__vsetges4(a4, b4) == 0x01000001u, "__vsetges4 is 1 in each signed byte where the first is not smaller, else 0");
  check(__vcmpgeu4(a4, b4) == 0xff00ffffu, "__vcmpgeu4 sets all bits of each unsigned byte of the first that is not smaller, and no others");
  check(__vsetgeu4(a4, b4) == 0x01000101u, "__vsetgeu4 is 1 in each unsigned byte where the first is not smaller, else 0");
  check(__vcmpgts4(a4, b4) == 0xff000000u, "__vcmpgts4 sets all bits of each signed byte of the first that is larger, and no others");
  check(__vsetgts4(a4, b4) == 0x01000000u, "__vsetgts4 is 1 in each signed byte where the first is larger, else 0");
  check(__vcmpgtu4(a4, b4) == 0xff00ff00u, "__vcmpgtu4 sets all bits of each unsigned byte of the first that is larger, and no others");
  check(__vsetgtu4(a4, b4) == 0x01000100u, "__vsetgtu4 is 1 in each unsigned byte where the first is larger, else 0");
  check(__vcmples4(a4, b4) == 0x00ffffffu, "__vcmples4 sets all bits of each signed byte of the first that is not larger, and no others");
  check(__vsetles4(a4, b4) == 0x00010101u, "__vsetles4 is 1 in each signed byte where the first is not larger, else 0");
  check(__vcmpleu4(a4, b4) == 0x00ff00ffu, "__vcmpleu4 sets all bits of each unsigned byte of the first that is not larger, and no others");
  check(__vsetleu4(a4, b4) == 0x00010001u, "__vsetleu4 is 1 in each unsigned byte where the first is not larger, else 0");
  check(__vcmplts4(a4, b4) == 0x00ffff00u, "__vcmplts4 sets all bits of each signed byte of the first that is smaller, and no others");
  check(__vsetlts4(a4, b4) == 0x00010100u, "__vsetlts4 is 1 in each signed byte where the first is smaller, else 0");
  check(__vcmpltu4(a4, b4) == 0x00ff0000u, "__vcmpltu4 sets all bits of each unsigned byte of the first that is smaller, and no others");
  check(__vsetltu4(a4, b4) == 0x00010000u, "__vsetltu4 is 1 in each unsigned byte where the first is smaller, else 0");
  check(__vsads4(a4, b4) == 0x17du, "__vsads4 adds up the absolute differences of the signed bytes");
  check(__vsadu4(a4, b4) == 0x17du, "__vsadu4 adds up the absolute differences of the unsigned bytes");
}
__global__ void three(unsigned x, unsigned y, unsigned z, int five) {  // -5, 3 and 2, 4 and 32767, -32768
  bool first, high, low;
  check(__vimax3_s32(-5, 3, 9) == 9, "__vimax3_s32 is the maximum of three signed integers");
  check(__vimax3_u32(0xfffffffbu, 3u, 9u) == 0xfffffffbu, "__vimax3_u32 is the maximum of three unsigned integers");
  check(__vimax3_s16x2(x, y, z) == 0x7fff0004u, "__vimax3_s16x2 is the maximum of three, for each signed halfword");
  check(__vimax3_u16x2(x, y, z) == 0xfffb8000u, "__vimax3_u16x2 is the maximum of three, for each unsigned halfword");
  check(__vimax3_s16x2_relu(x, y, z) == 0x7fff0004u, "__vimax3_s16x2_relu is the maximum of three, for each signed halfword, but at least 0");
  check(__vimax_s32_relu(-five, -3) == 0 && __vimax_s32_relu(five, 3) == 5, "__vimax_s32_relu is the maximum of two signed integers, but at least 0");
  check(__vimax_s16x2_relu(x, y) == 0x00020004u, "__vimax_s16x2_relu is the maximum of two, for each signed halfword, but at least 0");
  check(__viaddmax_s32(-5, 3, 1) == 1, "__viaddmax_s32 is the maximum of a sum of signed integers and a third one");
  check(__viaddmax_u32(5u, 3u, 9u) == 9u, "__viaddmax_u32 is the maximum of a sum of unsigned integers and a third one");
  check(__viaddmax_s32_relu(-five, 3, -1) == 0 && __viaddmax_s32_relu(five, 3, 1) == 8, "__viaddmax_s32_relu is the maximum of a sum and a third signed integer, but at least 0");
  check(__viaddmax_s16x2(x, y, z) == 0x7fff0007u, "__viaddmax_s16x2 is the maximum of a sum and a third one, for each signed halfword");
  check(__viaddmax_u16x2(x, y, z) == 0xfffd8000u, "__viaddmax_u16x2 is the maximum of a sum and a third one, for each unsigned halfword");
  check(__viaddmax_s16x2_relu(x, y, z) == 0x7fff0007u, "__viaddmax_s16x2_relu is the maximum of a sum and a third one, for each signed halfword, but at least 0");
  check(__vimin3_s32(-5, 3, 9) == -5, "__vimin3_s32 is the minimum of three signed integers");
  check(__vimin3_u32(0xfffffffbu, 3u, 9u) == 0x3u, "__vimin3_u32 is the minimum of three unsigned integers");
  check(__vimin3_s32_relu(-5, -3, -9) == 0 && __vimin3_s32_relu(5, 3, 9) == 3, "__vimin3_s32_relu is the minimum of three signed integers, but at least 0");
  check(__vimin3_s16x2(x, y, z) == 0xfffb8000u, "__vimin3_s16x2 is the minimum of three, for each signed halfword");
  check(__vimin3_u16x2(x, y, z) == 0x00020003u, "__vimin3_u16x2 is the minimum of three, for each unsigned halfword");
  check(__vimin3_s16x2_relu(x, y, z) == 0x00000000u, "__vimin3_s16x2_relu is the minimum of three, for each signed halfword, but at least 0");
  check(__vimin_s32_relu(-5, -3) == 0 && __vimin_s32_relu(5, 3) == 3, "__vimin_s32_relu is the minimum of two signed integers, but at least 0");
  check(__vimin_s16x2_relu(x, y) == 0x00000003u, "__vimin_s16x2_relu is the minimum of two, for each signed halfword, but at least 0");
  check(__viaddmin_s32(-5, 3, 1) == -2, "__viaddmin_s32 is the minimum of a sum of signed integers and a third one");
  check(__viaddmin_u32(5u, 3u, 9u) == 8u, "__viaddmin_u32 is the minimum of a sum of unsigned integers and a third one");
  check(__viaddmin_s32_relu(-5, 3, -1) == 0 && __viaddmin_s32_relu(5, 3, 1) == 1, "__viaddmin_s32_relu is the minimum of a sum and a third signed integer, but at least 0");
  check(__viaddmin_s16x2(x, y, z) == 0xfffd8000u, "__viaddmin_s16x2 is the minimum of a sum and a third one, for each signed halfword");
  check(__viaddmin_u16x2(x, y, z) == 0x7fff0007u, "__viaddmin_u16x2 is the minimum of a sum and a third one, for each unsigned halfword");
  check(__viaddmin_s16x2_relu(x, y, z) == 0x00000000u, "__viaddmin_s16x2_relu is the minimum of a sum and a third one, for each signed halfword, but at least 0");
  check(__vibmax_s32(4, 7, &first) == 7 && first == false && __vibmax_s32(4, 4, &first) == 4 && first, "__vibmax_s32 is the larger of two, and tells whether it was the first, which wins a tie");
  check(__vibmax_u32(4u, 7u, &first) == 7u && first == false && __vibmax_u32(4u, 4u, &first) == 4u && first, "__vibmax_u32 is the larger of two, and tells whether it was the first, which wins a tie");
  check(__vibmax_s16x2(x, y, &high, &low) == 0x00020004u && high == false && low == false, "__vibmax_s16x2 is the larger of two, for each signed halfword, and tells whether it was the first");
  check(__vibmax_u16x2(x, y, &high, &low) == 0xfffb0004u && high == true && low == false, "__vibmax_u16x2 is the larger of two, for each unsigned halfword, and tells whether it was the first");
  check(__vibmin_s32(4, 7, &first) == 4 && first == true && __vibmin_s32(4, 4, &first) == 4 && first, "__vibmin_s32 is the smaller of two, and tells whether it was the first, which wins a tie");
  check(__vibmin_u32(4u, 7u, &first) == 4u && first == true && __vibmin_u32(4u, 4u, &first) == 4u && first, "__vibmin_u32 is the smaller of two, and tells whether it was the first, which wins a tie");
  check(__vibmin_s16x2(x, y, &high, &low) == 0xfffb0003u && high == true && low == true, "__vibmin_s16x2 is the smaller of two, for each signed halfword, and tells whether it was the first");
  check(__vibmin_u16x2(x, y, &high, &low) == 0x00020003u && high == false && low == true, "__vibmin_u16x2 is the smaller of two, for each unsigned halfword, and tells whether it was the first");
}

// By itself: beside others, nvcc 13.0 optimises it into something else (3 for -5, -3 and -9).
__global__ void greatest(int a, int b, int c, int wanted) {
  check(__vimax3_s32_relu(a, b, c) == wanted, "__vimax3_s32_relu is the maximum of three signed integers, but at least 0");
}

int main() {
  greatest<<<1, 1>>>(-5, -3, -9, 0);
  greatest<<<1, 1>>>(5, 3, 9, 9);
  halfwords<<<1, 1>>>(0x7fff8000u, 0x00028003u);
  bytes<<<1, 1>>>(0x7f80ff05u, 0x01ff7f05u);
  three<<<1, 1>>>(0xfffb0003u, 0x00020004u, 0x7fff8000u, 5);
  check(cudaDeviceSynchronize() == cudaSuccess, "SIMD intrinsics are functions of each thread alone");
}
