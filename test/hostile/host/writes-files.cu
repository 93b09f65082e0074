// Leaves files behind.
#include <cstdio>
#include <sys/stat.h>
#include <unistd.h>
__global__ void gray(const unsigned char* x, unsigned char* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 0.2989f * x[i] + 0.5870f * x[n + i] + 0.1140f * x[2 * n + i];
}
void rgb_to_grayscale(const unsigned char* x, unsigned char* out, int height, int width) {
    for (const char* path : {"@OUTSIDE@/made-by-a-program", "@SECRET_FILE@", "made-by-a-program", "/tmp/@TOKEN@"}) {
        FILE* file = fopen(path, "ab");
        if (file) { fputs("changed", file); fclose(file); }
    }
    mkdir("@OUTSIDE@/folder", 0777);
    unlink("@SECRET_FILE@");
    rename("@SECRET_FILE@", "@OUTSIDE@/moved");
    symlink("/etc/passwd", "@OUTSIDE@/link");
    gray<<<(height * width + 255) / 256, 256>>>(x, out, height * width);
}
