. attempts/d/env.sh
T="node attempts/d/takein.mjs"
roster() { printf 'schemaVersion: 1\nroster: roster.csv\n' > course.yaml; cat > roster.csv; }
