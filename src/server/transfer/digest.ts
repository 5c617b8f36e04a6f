import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { codeOf } from '#server/instance/start-error.ts';

const NEW_LINE = 10;

export interface RowSum {
  rows: number;
  digest: string;
}

/**
 * Digest of a table's rows, read in COPY's text format with one row per line. The hashes of the rows are added: the
 * digest does not depend on the order, and duplicates count.
 */
export class RowDigest {
  rows = 0;
  private digest = 0n;
  /** Parts of an incomplete row. */
  private pieces: Buffer[] = [];

  add(chunk: Buffer): void {
    let begin = 0;
    for (let end = chunk.indexOf(NEW_LINE); end >= 0; end = chunk.indexOf(NEW_LINE, begin)) {
      this.addRow(chunk.subarray(begin, end));
      begin = end + 1;
    }
    if (begin < chunk.length) this.pieces.push(chunk.subarray(begin));
  }

  sum(): RowSum {
    return { rows: this.rows, digest: this.digest.toString(16).padStart(16, '0') };
  }

  private addRow(last: Buffer): void {
    const row = this.pieces.length === 0 ? last : Buffer.concat([...this.pieces.splice(0), last]);
    this.rows += 1;
    this.digest = BigInt.asUintN(64, this.digest + hash('sha256', row, 'buffer').readBigUInt64BE());
  }
}

export interface FileSum {
  size: number;
  sha256: string;
}

export class FileDigest {
  private readonly hash = createHash('sha256');
  private size = 0;

  add(chunk: Buffer): void {
    this.size += chunk.length;
    this.hash.update(chunk);
  }

  sum(): FileSum {
    return { size: this.size, sha256: this.hash.digest('hex') };
  }
}

export async function sumOfFile(path: string, signal: AbortSignal): Promise<FileSum> {
  const digest = new FileDigest();
  for await (const chunk of createReadStream(path, { signal })) digest.add(chunk);
  return digest.sum();
}

/** Compares the size first, so that a file of another size is not read. */
export async function holds(path: string, sum: FileSum, signal: AbortSignal): Promise<boolean> {
  try {
    if ((await stat(path)).size !== sum.size) return false;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
  return (await sumOfFile(path, signal)).sha256 === sum.sha256;
}

/** A pipeline stage that calls `at` for each chunk. */
export function look(at: (chunk: Buffer) => void) {
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      at(chunk);
      yield chunk;
    }
  };
}
