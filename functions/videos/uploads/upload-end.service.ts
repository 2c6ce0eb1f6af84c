import { UPLOAD_KEPT_MS } from '../../../shared/limits.ts';
import { whyNoVideo } from '../../../shared/plain/video-file.ts';
import { DomainError, notFound } from '../../base/errors.ts';
import type { Upload } from '../upload.ts';
import type { UploadsPorts } from '../ports.ts';

/**
 * Takes the whole file of an upload: from here on it waits to be published. What does not begin as a video is deleted.
 * Throws `not_found` where the file is not there, `unsupported_media_type`.
 */
export async function acceptFile(ports: UploadsPorts, upload: Upload): Promise<void> {
  const { uploads, uploadFiles, clock } = ports;
  const file = await uploadFiles.inspect(upload);
  if (file?.sizeBytes !== upload.sizeBytes) throw notFound('Upload');
  const refusal = whyNoVideo(file.head);
  if (refusal) {
    await dropUpload(ports, upload);
    throw new DomainError('unsupported_media_type', refusal);
  }
  if (!(await uploads.complete(upload, clock() + UPLOAD_KEPT_MS))) throw notFound('Upload');
}

/** Deletes an upload and all that has arrived of it. */
export async function dropUpload({ uploads, uploadFiles }: UploadsPorts, upload: Upload): Promise<void> {
  if (upload.multipartId) await uploadFiles.abandon(upload, upload.multipartId);
  await uploadFiles.discard(upload);
  await uploads.remove(upload);
}
