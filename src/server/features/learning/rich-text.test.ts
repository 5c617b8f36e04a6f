import { expect, test } from 'vitest';
import { cleanHtml, plainText, readingMinutes, wordCount } from './rich-text.ts';

const PICTURE = `/file/picture/${'a'.repeat(64)}`;

/** Usual and unusual ones: tags, attributes, addresses, other namespaces, broken and nested markup, encodings. */
const payloads = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img/src="x"/onerror=alert(1)//',
  '<IMG """><SCRIPT>alert(1)</SCRIPT>">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<img src=`javascript:alert(1)`>',
  `<img src="${PICTURE}" onload="alert(1)">`,
  `<img src="${PICTURE}?x=1" onerror=alert(1)>`,
  '<img src="https://evil.example/pixel.gif">',
  '<img srcset="x 1x, javascript:alert(1) 2x">',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:alert(1)"><text x="20" y="20">x</text></a></svg>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<math><maction actiontype="statusline" xlink:href="javascript:alert(1)">x</maction></math>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="java&Tab;script&colon;alert(1)">x</a>',
  '<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="/\\evil.example">x</a>',
  '<a href="https://ok.example" onclick="alert(1)" style="position:fixed">x</a>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="javascript:alert(1)"></object>',
  '<embed src="javascript:alert(1)">',
  '<applet code="x.class"></applet>',
  '<base href="javascript:alert(1)//">',
  '<link rel=stylesheet href="javascript:alert(1)">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<style>@import "javascript:alert(1)";</style>',
  '<div style="background:url(javascript:alert(1))">x</div>',
  '<p style="width:expression(alert(1))">x</p>',
  '<form action="javascript:alert(1)"><input type=submit></form>',
  '<button formaction="javascript:alert(1)">x</button>',
  '<isindex action="javascript:alert(1)" type=image>',
  '<video><source onerror="alert(1)"></video>',
  '<audio src=x onerror=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<body onload=alert(1)>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<select autofocus onfocus=alert(1)>',
  '<textarea autofocus onfocus=alert(1)></textarea>',
  '<keygen autofocus onfocus=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<noembed><img src=x onerror=alert(1)></noembed>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<template><img src=x onerror=alert(1)></template>',
  '<title><img src=x onerror=alert(1)></title>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?xml version="1.0"?><img src=x onerror=alert(1)>',
  '<p onmouseover="alert(1)">x</p>',
  '<p/onmouseover=alert(1)>x</p>',
  '<p\u0000onmouseover=alert(1)>x</p>',
  '<td onmouseover=alert(1) colspan="1 onclick=alert(1)">x</td>',
  '<b <script>alert(1)</script>0',
  '<<script>alert(1);//<</script>',
  '<x onclick=alert(1)>x</x>',
  '<input type="image" src="javascript:alert(1)">',
  '<table background="javascript:alert(1)"><tr><td>x</td></tr></table>',
  '"><img src=x onerror=alert(1)>',
  "';alert(1)//<img src=x onerror=alert(1)>",
  '<a href="https://a.example/&quot; onmouseover=&quot;alert(1)">x</a>',
  '<a id="location" name="cookie">x</a>',
];

const ALLOWED =
  /^\/?(p|h[1-4]|strong|b|em|i|u|s|sub|sup|mark|code|pre|blockquote|ul|ol|li|br|hr|a|img|table|thead|tbody|tr|th|td)$/;
const ATTRIBUTES: Record<string, RegExp> = {
  href: /^(https?:\/\/|mailto:|\/(?![/\\]))/i,
  src: /^\/file\/picture\/[0-9a-f]{64}$/,
  rel: /^noopener noreferrer$/,
  target: /^_blank$/,
  alt: /./,
  title: /./,
  colspan: /^\d+$/,
  rowspan: /^\d+$/,
};

/** Every tag and attribute that is left, read by the plainest means: they must be of the list, or nothing is left. */
function requireHarmless(clean: string) {
  for (const [, tag = '', rest = ''] of clean.matchAll(
    /<([^\s/>]*\/?[^\s/>]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>/g,
  )) {
    expect(tag, clean).toMatch(ALLOWED);
    for (const [, name = '', value = ''] of rest.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)) {
      expect(Object.keys(ATTRIBUTES), clean).toContain(name);
      expect(value, clean).toMatch(ATTRIBUTES[name] ?? /^$/);
    }
  }
  // No tag that this test could not read.
  expect(
    clean.replace(/<([^\s/>]*\/?[^\s/>]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>/g, ''),
    clean,
  ).not.toMatch(/</);
}

test.each(payloads)('nothing runs of %s', (payload) => {
  const clean = cleanHtml(`<p>before</p>${payload}`);
  requireHarmless(clean);
  expect(clean).toContain('before');
  // Cleaning is final: a second turn finds nothing more.
  expect(cleanHtml(clean)).toBe(clean);
});

test('all payloads one after the other leave nothing either', () => {
  requireHarmless(cleanHtml(payloads.join('')));
  requireHarmless(cleanHtml(payloads.toReversed().join('')));
});

test('harmless formatting survives', () => {
  const harmless = [
    '<h2>零点校准</h2><p><strong>加粗</strong> <em>斜体</em> <u>下划线</u> <s>删除</s> H<sub>2</sub>O m<sup>3</sup></p>',
    '<ul><li><p>一</p></li></ul><ol start="3"><li><p>二</p></li></ol><blockquote><p>引</p></blockquote>',
    '<pre><code>QN=1;ST=22</code></pre><hr />',
    '<table><tbody><tr><th colspan="2" rowspan="1"><p>因子</p></th></tr><tr><td><p>O3</p></td><td><p>1</p></td></tr></tbody></table>',
    `<p><img src="${PICTURE}" alt="流路图" width="640" /></p>`,
    '<p><a href="/learning/articles?article=1">本站</a></p>',
    '<p><a href="https://www.mee.gov.cn/" target="_blank" rel="noopener noreferrer">标准</a></p>',
  ].join('');
  expect(cleanHtml(harmless)).toBe(harmless);
});

test('text keeps its signs', () => {
  expect(plainText(cleanHtml('<p>1 &lt; 2 &amp;&amp; "3" &gt; 2</p>'))).toBe('1 < 2 && "3" > 2');
});

test('the words stand a line for each block, cells of a row beside each other', () => {
  const html = `<h2>表</h2><table><tbody><tr><td><p>a</p></td><td>b</td></tr></tbody></table><p>x<br>y <img src="${PICTURE}" alt="图"></p>`;
  expect(plainText(cleanHtml(html)).split('\n')).toEqual(['表', 'a', '| b', 'x', 'y 图']);
});

test('Chinese is counted by character, other text by word', () => {
  expect(wordCount('臭氧 O3 浓度 above limit')).toBe(7);
  expect(readingMinutes(0)).toBe(1);
  expect(readingMinutes(401)).toBe(2);
});
