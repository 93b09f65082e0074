// "It is called by the grader, so it is a plain function."
void saxpy(float a, const float* x, const float* y, float* out, int n) {
  for (int i = 0; i < n; i++) out[i] = a * x[i] + y[i];
}
