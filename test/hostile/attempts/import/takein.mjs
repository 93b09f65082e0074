// prints what the import makes of an input: node takein.mjs input [course.yaml]
import {takeIn} from './dist/grader/batch/intake/index.js';
import {loadCourse} from './dist/grader/batch/course.js';
const [i,c]=process.argv.slice(2);
try{const r=await takeIn(i,{assignment:'vector-add',assignments:['vector-add'],roster:c?loadCourse(c).roster:null});
console.log('kind:',r.kind);for(const h of r.handedIn.slice(0,20))console.log(' ',JSON.stringify(h.student),h.attempt,h.submittedAt,JSON.stringify(h.file.path), (await h.file.read(60).catch(e=>'READ FAILS '+e.code)).toString().split('\n')[0]);console.log(r.handedIn.length,'in all');for(const n of r.notes.slice(0,12))console.log('  note:',n.slice(0,300));}
catch(e){console.log('ENDS:',e.name,e.message.slice(0,300),(e.details??[]).slice(0,5))}
