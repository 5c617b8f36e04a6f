import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';
import { readXlsx, streamXlsxRows } from 'hucre';

/** @typedef {import('./xlsx-rows.ts').Asked} Asked */
/** @typedef {import('./xlsx-rows.ts').Told} Told */
/** @typedef {import('hucre').CellValue} CellValue */

/** Maximum number of rows and characters per message. */
const BATCH = 1000;
const BATCH_SIGNS = 500_000;
/** Number of empty rows after which progress is reported, so that a reader who has enough can stop early. */
const EMPTY = 10_000;

const { path, sheet, limits } = /** @type {Asked} */ (workerData);
const port = parentPort;
if (!port) throw new Error('runs as a worker only');

const told = sheet === undefined ? sheets() : rows(sheet);
// Sends one batch per request.
port.on('message', async () => {
  try {
    const { value, done } = await told.next();
    port.postMessage(done ? { end: true } : value);
  } catch {
    port.postMessage({ wrong: true });
  }
});

port.postMessage({ ready: true });

/** At run time, the DOM's and Node's stream types are the same. */
function file() {
  return /** @type {ReadableStream<Uint8Array>} */ (Readable.toWeb(createReadStream(path)));
}

/**
 * The names of the visible sheets. The callback runs before a sheet is unpacked, and none has to be.
 *
 * @returns {AsyncGenerator<Told>}
 */
async function* sheets() {
  /** @type {string[]} */
  const names = [];
  await readXlsx(file(), {
    sheets: ({ name, hidden, veryHidden }) => {
      if (!hidden && !veryHidden) names.push(name);
      return false;
    },
  });
  yield { names };
}

/**
 * The filled rows of a sheet.
 * @param {string} name
 * @returns {AsyncGenerator<Told>}
 */
async function* rows(name) {
  const source = createReadStream(path);
  /** @type {{ row: number; values: CellValue[] }[]} */
  let batch = [];
  let signs = 0;
  let empty = 0;
  let looked = 0;
  const stream = /** @type {ReadableStream<Uint8Array>} */ (Readable.toWeb(source));
  for await (const { index, values } of streamXlsxRows(stream, { sheet: name })) {
    const length = values.reduce((/** @type {number} */ sum, value) => sum + signsOf(value) + 1, 0);
    looked += 1;
    const broken = Math.max(looked, index + 1) > limits.rows ? 'rows' : brokenBy(values, length);
    if (broken) {
      yield { broken, row: index + 1 };
      return;
    }
    if (values.every((value) => value === null || value === '')) empty += 1;
    else batch.push({ row: index + 1, values });
    signs += length;
    if (batch.length < BATCH && signs < BATCH_SIGNS && empty < EMPTY) continue;
    yield { rows: batch, last: index + 1, bytes: source.bytesRead };
    batch = [];
    signs = 0;
    empty = 0;
  }
  yield { rows: batch, last: batch.at(-1)?.row ?? 0, bytes: source.bytesRead };
}

/** @param {CellValue} value */
function signsOf(value) {
  return typeof value === 'string' ? value.length : 0;
}

/**
 * @param {readonly CellValue[]} values
 * @param {number} length
 */
function brokenBy(values, length) {
  if (values.length > limits.columns) return 'columns';
  if (values.some((value) => signsOf(value) > limits.cell)) return 'cell';
  return length > limits.record ? 'record' : undefined;
}
