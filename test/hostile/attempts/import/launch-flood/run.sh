. attempts/d/env2.sh
cat > f.py <<'P'
k=''.join(f'__global__ void kern{i}(float* o,int n){{ o[n+{i}+threadIdx.x]=1; }}\n' for i in range(1500))
l=''.join(f'  kern{i}<<<1,2>>>(d_out,n);\n' for i in range(1500))
src=open('./assignments/vector-add/submissions/accepted/textbook.cu').read()
open('m.cu','w').write(src.replace('void vector_add',k+'\nvoid vector_add').replace('  cudaMemcpy(out, d_out',l+'  cudaMemcpy(out, d_out'))
open('n.cu','w').write(src.replace('void vector_add','__global__ void nop(){}\nvoid vector_add').replace('  cudaMemcpy(out, d_out','  for(int i=0;i<9990;i++) nop<<<1,1>>>();\n  cudaMemcpy(out, d_out'))
P
python3 f.py; mkdir -p class/mallory class/n class/ben; cp m.cu class/mallory/s.cu; cp n.cu class/n/s.cu; cp $OK class/ben/s.cu
time B class --out out --format html,json,junit,sarif,gradescope,prairielearn; ls -l out/students/*/1/ out/class.html; time $G batch status out|head -5; time $G batch export out --format csv,junit,sarif,gradescope,github
