import sanitize from 'sanitize-html';

/** Only pictures stored here: external ones would reveal readers to their server. */
const OWN_PICTURE = /^\/file\/picture\/[0-9a-f]{64}$/;
/** A page of this platform. */
const OWN_PAGE = /^\/(?![/\\])[^\s\\]*$/;
const SIZE = /^\d{1,4}$/;

const options: sanitize.IOptions = {
  allowedTags: [
    ...['p', 'h1', 'h2', 'h3', 'h4', 'strong', 'b', 'em', 'i', 'u', 's', 'sub', 'sup', 'mark', 'code', 'pre'],
    ...['blockquote', 'ul', 'ol', 'li', 'br', 'hr', 'a', 'img'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'rel', 'target'],
    img: ['src', 'alt', 'title', 'width', 'height'],
    ol: ['start'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  // Elements whose text content is removed too.
  nonTextTags: [
    ...[
      'script',
      'style',
      'textarea',
      'option',
      'noscript',
      'noembed',
      'noframes',
      'iframe',
      'object',
      'xmp',
    ],
    ...['svg', 'math', 'template', 'title', 'plaintext', 'select'],
  ],
  nestingLimit: 60,
  enforceHtmlBoundary: false,
  transformTags: {
    a: (_tag, { href }) => ({ tagName: 'a', attribs: linkOf(href) }),
    img: (_tag, attribs) => ({ tagName: 'img', attribs: sized(attribs, ['width', 'height']) }),
    td: (_tag, attribs) => ({ tagName: 'td', attribs: sized(attribs, ['colspan', 'rowspan']) }),
    th: (_tag, attribs) => ({ tagName: 'th', attribs: sized(attribs, ['colspan', 'rowspan']) }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !OWN_PICTURE.test(attribs.src ?? ''),
};

function linkOf(href: string | undefined): sanitize.Attributes {
  const address = (href ?? '').trim();
  if (OWN_PAGE.test(address)) return { href: address };
  if (!/^(https?:\/\/|mailto:)/i.test(address)) return {};
  return { href: address, target: '_blank', rel: 'noopener noreferrer' };
}

function sized(attribs: sanitize.Attributes, names: readonly string[]): sanitize.Attributes {
  return Object.fromEntries(
    Object.entries(attribs).filter(([name, value]) => !names.includes(name) || SIZE.test(value)),
  );
}

/** Sanitizes by allow-list. */
export function cleanHtml(html: string): string {
  return sanitize(html, options);
}

const BLOCK_ENDS = /<\/(?:p|h[1-4]|li|pre|blockquote|tr|table|ul|ol)>|<(?:br|hr)\s*\/?>/g;
const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** The text of sanitized HTML: a line per block, the cells of a table row on one line. */
export function plainText(clean: string): string {
  return clean
    .replace(/\s+/g, ' ')
    .replace(/<\/t[dh]>\s*(?=<t[dh])/g, ' | ')
    .replace(BLOCK_ENDS, '\n')
    .replace(/<img\b[^>]*?\balt="([^"]*)"[^>]*>/g, ' $1 ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity)
    .replace(/\u00a0/g, ' ')
    .split('\n')
    .map((line) => line.replace(/ {2,}/g, ' ').trim())
    .filter((line) => line !== '')
    .join('\n');
}

export const hasPicture = (clean: string): boolean => clean.includes('<img ');

/** Counts Chinese characters and words of other text, like an editor. */
export function wordCount(plain: string): number {
  return plain.match(/\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu)?.length ?? 0;
}

const WORDS_A_MINUTE = 400;
export const readingMinutes = (words: number): number => Math.max(1, Math.ceil(words / WORDS_A_MINUTE));
