__global__ void k(char* a) { char b[100]; memset(b, 3, 100); memcpy(b, a, 50); memcpy(a + 200, b, 100); a[0] = b[7]; }
