__global__ void k(char* a) { char b[100]; memset(b, 3, 100); memcpy(b, a, 50); memmove(a + 200, b, 100); a[0] = memcmp(a, b, 20) + strlen(a); }
