import { expect, test } from 'vitest';
import { PICTURE, payloads } from '#test/helpers/xss-payloads.ts';
import { cleanHtml, plainText, readingMinutes, wordCount } from './rich-text.ts';

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

/** Checks every remaining tag and attribute against the allow-list, with a simple regular expression. */
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
  // No tag that the expression does not match.
  expect(
    clean.replace(/<([^\s/>]*\/?[^\s/>]*)((?:\s+[^\s=>/]+(?:="[^"]*")?)*)\s*\/?>/g, ''),
    clean,
  ).not.toMatch(/</);
}

test.each(payloads)('nothing runs of %s', (payload) => {
  const clean = cleanHtml(`<p>before</p>${payload}`);
  requireHarmless(clean);
  expect(clean).toContain('before');
  // Cleaning is idempotent.
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
