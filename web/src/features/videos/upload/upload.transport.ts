/** How an upload reaches the API and S3 from a browser. */
import { call } from '../../../lib/api/api.ts';
import { browserPatience } from '../../../lib/api/patience/patience.browser.ts';
import { putToStorage } from '../../../lib/api/put-bytes.ts';
import { StorageFailure } from '../../../lib/api/patience/retry.ts';
import type { PutPart } from './upload.sender.ts';
import type { UploaderPorts } from './uploader.ts';

/** A request that has sent nothing for so long is dead, though nobody has said so. */
const SILENCE_MAX_MS = 45_000;

/** The ports of an uploader for `file`. */
export const portsFor = (file: File): UploaderPorts => ({
  begin: () =>
    call('POST /videos/upload', {
      body: { filename: file.name, size: file.size, content_type: file.type },
    }),
  fetchStatus: (upload_id) => call('GET /videos/upload/{upload_id}', { params: { upload_id } }),
  complete: (upload_id, parts) =>
    call('POST /videos/upload/{upload_id}/complete', { params: { upload_id }, body: { parts } }),
  put: putFrom(file),
  ...browserPatience,
});

/** Sends slices: the browser reads each from the disk while it sends it, so that the file is never in memory. */
function putFrom(file: File): PutPart {
  return async (part, sending) => {
    const slice = file.slice(part.startByte, part.endByte);
    try {
      const etag = await putToStorage({
        ...sending,
        url: part.url,
        body: slice,
        silenceMaxMs: SILENCE_MAX_MS,
      });
      if (etag === null) throw new StorageFailure(200);
      return etag;
    } catch (error) {
      if (error instanceof StorageFailure && error.status === 0) await assertReadable(slice);
      throw error;
    }
  };
}

/** A file that was changed or moved looks like a lost connection. Throws what tells them apart. */
async function assertReadable(slice: Blob): Promise<void> {
  await slice
    .slice(0, 1)
    .arrayBuffer()
    .catch((cause: unknown) => {
      throw new UnreadableFile(cause);
    });
}

/** The chosen file is not what it was. */
export class UnreadableFile extends Error {
  constructor(cause: unknown) {
    super('The file has changed, or can no longer be read. Please choose it again.', { cause });
    this.name = 'UnreadableFile';
  }
}
