import { sha256 } from '@noble/hashes/sha2.js';
import { type FilePurpose, type StoredFile, uploads } from '#shared/contract/files/files.ts';
import { CallError } from './call-error.ts';
import { send } from './client.ts';
import { sendForm } from './upload.ts';

interface ChunkedOptions {
  purpose: FilePurpose;
  /** Stops the upload; started again, it continues from there. */
  signal: AbortSignal;
  /** Bytes that have arrived at the server. */
  onProgress(sent: number): void;
}

/**
 * Sends a file of any size in chunks. Parts that the server already has, from before an interruption or a reload, are
 * recognised by their hash and not sent again; a broken connection is retried for a while. The upload continues when
 * the user opens another page.
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
  // crypto.subtle exists only in secure contexts; closed networks often use plain HTTP.
  const digest = window.isSecureContext
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    : sha256(new Uint8Array(bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const retriesMs = [500, 1000, 2000, 4000, 8000, 15_000];

/** Retries while the server cannot be reached; refusals are final. */
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
