/** Words that programs and their reports use, in lower case. A student can have such a name, e.g. Max or Grace. */
export const VOCABULARY: readonly string[] =
  `abs add all alpha and any april array art atomic august auto barrier bank basis beta bill black block bool brown buffer call
  carry case cast catch char check class clock code cold color column const constant copy core cos count cross cuda
  data day delta depth device dim dot double drew ease else end enum error even exp explicit expected extern fall false field
  file finding first flat float for forest frank free friend frost gamma given global goto grace grant gray green grid guard
  half hand hash head height hill hint host hope index init inline input int iris joy june kernel key lake lane last lee left
  light line list load lock log long loop low main map mark mask match math matrix max may mean memory merit mid min mode mod
  new nick noble north note null number odd offset or out output page pass path pat penny pitch pixel plane pool port pow
  private public queue race rand rank rate ray read reed reference register result return rich right rob rod rose round row
  rule run sage scan score seed shared short sid sigma sign signed sin size sky sort south speed sqrt star static step store
  stone stream stride struct student sum summer switch syncthreads tag template test text theta this thread tile time tim top
  true type unit unsigned use value van vector void volatile wade walker wait warp west white width will wolf word write
  young zero zone`.split(/\s+/);
