. attempts/d/env2.sh
# what of students/ tells how long hidden cases took? Four numbered attempts of one student, each spins by n in hidden cases of one range
for k in 1 2 3; do mkdir -p class/mallory/$k; done
cp attempts/d/hidden-differs/s.cu class/mallory/1/s.cu
sed 's/trick = 000/trick = 101/' attempts/d/hidden-differs/s.cu > class/mallory/2/s.cu
sed 's/trick = 000/trick = 101/; s/20000L/120000L/' attempts/d/hidden-differs/s.cu > class/mallory/3/s.cu
B class --out out --format html,json,junit >/dev/null
cd out; node -e "
const fs=require('fs');let last=null;for(const k of [1,2,3]){const p='students/mallory/'+k+'/';const x=fs.readFileSync(p+'junit.xml','utf8').match(/timestamp=\"([^\"]*)\"/)[1];const r=JSON.parse(fs.readFileSync(p+'result.json'));const m=fs.statSync(p+'result.json').mtimeMs;
console.log('attempt',k,'junit timestamp',x,'since the one before:',last?((m-last)/1000).toFixed(2)+' s (mtime)':'-','durationMs told',r.environment.durationMs);last=m}"
node -e "const r=JSON.parse(require('fs').readFileSync('staff/mallory/3/result.json'));console.log(r.checks.map(c=>c.status).join(), r.cases.map(c=>c.name+JSON.stringify(c.dims)).join(' '))" 
