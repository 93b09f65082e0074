. attempts/d/env2.sh
# names that a student's file ends in: another student's id, LATE marks, folders
roster <<'R'
id,name,canvas_id
ben,Ben B,1
mal,Mal M,3
R
mkdir class; cp $OK class/bben_1_11_b.cu; cp $BAD "class/mmal_3_33_LATE_1_11_b.cu"; $T class course.yaml; rm class/mmal*; cp $BAD "class/mmal_LATE_3_33_bben_1_11_b.cu"; $T class course.yaml
