/** Number of bytes of a file that are inspected. */
export const HEAD_BYTES = 4096;

type Test = (head: Buffer) => boolean;

const bytes =
  (hex: string, offset = 0): Test =>
  (head) =>
    head.toString('hex', offset, offset + hex.length / 2) === hex;
const ascii =
  (text: string, offset = 0): Test =>
  (head) =>
    head.toString('latin1', offset, offset + text.length) === text;
const both =
  (one: Test, other: Test): Test =>
  (head) =>
    one(head) && other(head);
const either =
  (...tests: Test[]): Test =>
  (head) =>
    tests.some((test) => test(head));

const pdf = ascii('%PDF-');
const png = bytes('89504e470d0a1a0a');
const jpeg = bytes('ffd8ff');
const gif = either(ascii('GIF87a'), ascii('GIF89a'));
const zip = either(bytes('504b0304'), bytes('504b0506'));
const gzip = bytes('1f8b');
const rar = ascii('Rar!\x1a\x07');
const sevenZip = bytes('377abcaf271c');
const oldOffice = bytes('d0cf11e0a1b11ae1');
const riff = (kind: string) => both(ascii('RIFF'), ascii(kind, 8));
const movie = ascii('ftyp', 4);
const matroska = bytes('1a45dfa3');

/** Office documents are ZIP files that begin with certain parts; the first name follows 30 bytes of header. */
const office: Test = (head) =>
  zip(head) &&
  /^(\[Content_Types\]\.xml|_rels\/|docProps\/|customXml\/|xl\/|word\/|ppt\/)/.test(
    head.toString('latin1', 30, 60),
  );
const otherZip: Test = (head) => zip(head) && !office(head);

const marked = either(pdf, png, jpeg, gif, zip, gzip, rar, sevenZip, oldOffice);
const utf16 = either(bytes('fffe'), bytes('feff'));
/** Text has no zero bytes, except UTF-16 with a byte-order mark. */
const text: Test = (head) => utf16(head) || (!head.includes(0) && !marked(head));

const tests: Record<string, Test> = {
  pdf,
  png,
  jpg: jpeg,
  jpeg,
  gif,
  webp: riff('WEBP'),
  bmp: ascii('BM'),
  zip,
  docx: office,
  xlsx: office,
  pptx: office,
  apk: otherZip,
  ipa: otherZip,
  doc: oldOffice,
  xls: oldOffice,
  ppt: oldOffice,
  rar,
  '7z': sevenZip,
  gz: gzip,
  tgz: gzip,
  tar: ascii('ustar', 257),
  mp4: movie,
  mov: movie,
  webm: matroska,
  mkv: matroska,
  avi: riff('AVI '),
  wav: riff('WAVE'),
  mp3: either(ascii('ID3'), bytes('fffb'), bytes('fff3'), bytes('fff2')),
  exe: ascii('MZ'),
  msi: oldOffice,
  ...Object.fromEntries(
    ['txt', 'csv', 'json', 'xml', 'md', 'log', 'hex', 'ini', 'html'].map((type) => [type, text]),
  ),
};

/**
 * Whether a file can have the type that its name says. Types without a fixed content, such as `.bin`, accept anything.
 */
export function contentFits(file_type: string, head: Buffer): boolean {
  return tests[file_type]?.(head) ?? true;
}
