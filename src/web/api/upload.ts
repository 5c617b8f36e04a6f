import type { Call } from '#shared/contract/define.ts';
import { type FilePurpose, files, type StoredFile } from '#shared/contract/files/files.ts';
import { CallError } from './call-error.ts';
import { serverReached } from './connection.ts';
import { headersFor, noAnswer, type Reply, readEnvelope } from './wire.ts';
import { withSession } from './with-session.ts';

/** Sends a small file in one piece and reports progress from 0 to 1. It continues when the user opens another page. */
export async function upload(
  file: File,
  onProgress: (share: number) => void = () => {},
  purpose: FilePurpose = 'attachment',
): Promise<StoredFile> {
  return sendForm(files.upload, { purpose }, file, { onProgress });
}

interface FormOptions {
  onProgress?(share: number): void;
  signal?: AbortSignal;
}

/** Makes a multipart call: the fields first, then the file as the part named `file`. */
export async function sendForm<Sent extends object, Parsed, Answer>(
  call: Call<Sent, Parsed, Answer>,
  fields: Sent,
  file: File,
  options: FormOptions = {},
): Promise<Answer> {
  const data = await withSession(call.needs, (token) => exchange(call.path, fields, file, token, options));
  return data as Answer;
}

// XMLHttpRequest, because fetch reports no upload progress.
function exchange(
  path: string,
  fields: object,
  file: File,
  token: string | undefined,
  { onProgress, signal }: FormOptions,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(headersFor(token))) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(loaded / total));
    request.addEventListener('load', () => {
      serverReached(true);
      resolve({ status: request.status, envelope: readEnvelope(request.responseText) });
    });
    request.addEventListener('error', () => reject(noAnswer('network deviation')));
    request.addEventListener('abort', () => reject(new CallError('cancelled', 'stopped')));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
    form.append('file', file, file.name);
    request.send(form);
  });
}
