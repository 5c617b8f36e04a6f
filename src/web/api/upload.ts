import { files, type StoredFile } from '#shared/contract/files.ts';
import { serverReached } from './connection.ts';
import { headersFor, noAnswer, type Reply, readEnvelope } from './wire.ts';
import { withSession } from './with-session.ts';

/** Sends a file and reports progress from 0 to 1. It goes on when the user opens another page. */
export async function upload(
  file: File,
  onProgress: (share: number) => void = () => {},
): Promise<StoredFile> {
  const data = await withSession(files.upload.needs, (token) => exchange(file, token, onProgress));
  return data as StoredFile;
}

// XMLHttpRequest, because fetch reports no upload progress.
function exchange(
  file: File,
  token: string | undefined,
  onProgress: (share: number) => void,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', files.upload.path);
    request.withCredentials = true;
    for (const [name, value] of Object.entries(headersFor(token))) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.addEventListener('load', () => {
      serverReached(true);
      resolve({ status: request.status, envelope: readEnvelope(request.responseText) });
    });
    request.addEventListener('error', () => reject(noAnswer('network deviation')));
    const form = new FormData();
    form.append('file', file, file.name);
    request.send(form);
  });
}
