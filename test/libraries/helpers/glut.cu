// Draws a gradient that moves with each frame, from a header of its own that uses GLUT.
#include <GL/glut.h>
#include <cstdio>
#include <cstdlib>

const int N = 16;
unsigned char *device, pixels[N * N * 4];
int frame;

__global__ void paint(unsigned char *out, int shift) {
  const int i = threadIdx.x + threadIdx.y * N;
  out[4 * i] = threadIdx.x * 8 + shift;
  out[4 * i + 1] = threadIdx.y * 8;
  out[4 * i + 2] = 0;
  out[4 * i + 3] = 255;
}

void next() {
  paint<<<1, dim3(N, N)>>>(device, frame++);
  cudaMemcpy(pixels, device, sizeof(pixels), cudaMemcpyDeviceToHost);
  glutPostRedisplay();
}

void draw() {
  glClearColor(0.0f, 0.0f, 0.0f, 1.0f);
  glClear(GL_COLOR_BUFFER_BIT);
  printf("frame %d: %d, %d wide\n", frame, pixels[0], glutGet(GLUT_WINDOW_WIDTH));
  glDrawPixels(N, N, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
  glutSwapBuffers();
}

void key(unsigned char pressed, int, int) {
  if (pressed != 27) return;
  cudaFree(device);
  exit(5);
}

int main(int argc, char **argv) {
  cudaMalloc(&device, sizeof(pixels));
  glutInit(&argc, argv);
  glutInitDisplayMode(GLUT_DOUBLE | GLUT_RGBA);
  glutInitWindowSize(N, N);
  glutCreateWindow("gradient");
  glutKeyboardFunc(key);
  glutDisplayFunc(draw);
  glutIdleFunc(next);
  glutMainLoop();
}
