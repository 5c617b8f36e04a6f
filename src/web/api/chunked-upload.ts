import { sha256 } from '@noble/hashes/sha2.js';
import { type FilePurpose, type StoredFile, uploads } from '#shared/contract/files/files.ts';
import { CallError } from './call-error.ts';
import { send } from './client.ts';
import { sendForm } from './upload.ts';

interface ChunkedOptions {
  purpose: FilePurpose;
  /** Stops it; begun again, it goes on from there. */
  signal: AbortSignal;
  /** Bytes that the server has. */
  onProgress(sent: number): void;
}

/**
 * Sends a file of any size in chunks. What the server has of it already, from before a break or a reload, is told by
 * its hash and not sent again; a line that breaks is tried again for a while. It goes on when another page is opened.
 */
export async function uploadInChunks(file: File, options: ChunkedOptions): Promise<StoredFile> {
  const { purpose, signal, onProgress } = options;
  const shell = { shell: true, signal };
  const { upload_id, chunk_bytes, chunks } = await send(
    uploads.begin,
    { file_name: file.name, size: file.size, purpose },
    shell,
  );
  for (const [chunk_index, here] of chunks.entries()) {
    const begin = chunk_index * chunk_bytes;
    const chunk = new File([file.slice(begin, begin + chunk_bytes)], 'chunk');
    const hash = await hashOf(chunk);
    if (signal.aborted) throw new CallError('cancelled', 'stopped');
    if (hash !== here) {
      const fields = { upload_id, chunk_index, sha256: hash };
      const partly = (share: number) => onProgress(begin + share * chunk.size);
      await persistently(
        () => sendForm(uploads.chunk, fields, chunk, { signal, onProgress: partly }),
        signal,
      );
    }
    onProgress(begin + chunk.size);
  }
  return send(uploads.finish, { upload_id }, shell);
}

async function hashOf(chunk: Blob): Promise<string> {
  const bytes = await chunk.arrayBuffer();
  // Browsers keep their own hashing from pages that were not fetched over TLS, as in a closed network.
  const digest = window.isSecureContext
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    : sha256(new Uint8Array(bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const retriesMs = [500, 1000, 2000, 4000, 8000, 15_000];

/** Tries again while the server cannot be reached; what it refuses stays refused. */
async function persistently<Answer>(work: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (const waitMs of retriesMs) {
    try {
      return await work();
    } catch (error) {
      const passing = error instanceof CallError && (error.kind === 'network' || error.kind === 'http');
      if (!passing || signal.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
  return work();
}
