import { MAX_UPLOAD_BYTES } from '#shared/limits.ts';
import type { UploadedVideo } from '#shared/videos/videos.ts';
import { DomainError } from '#functions/base/errors.ts';
import { videoTooLarge } from '../refusals.ts';
import { partsOf, uploadPath, type StoredPart, type Upload } from '../upload.ts';
import { acceptFile, arrivedParts, dropUpload, requireUpload, type UploadsDeps } from './uploads.service.ts';

interface ListedPart {
  readonly part_number: number;
  readonly etag: string;
}

/**
 * Joins the parts of the caller's upload. May be repeated. Throws `not_found`, `conflict` when a part is missing or
 * differs from the sent one, `payload_too_large`, `unsupported_media_type`.
 */
export async function completeUpload(
  deps: UploadsDeps,
  channelId: string,
  { uploadId, parts: listed }: { readonly uploadId: string; readonly parts: readonly ListedPart[] },
): Promise<UploadedVideo> {
  const upload = await requireUpload(deps, { channelId, uploadId });
  const arrived = await arrivedParts(deps, upload);
  if (arrived && upload.multipartId) {
    await checkSize(deps, upload, arrived);
    const parts = checkedParts(upload, arrived, listed);
    await deps.uploadFiles.join(upload, upload.multipartId, parts);
  }
  if (!upload.isCompleted) await acceptFile(deps, upload);
  return { video_url: uploadPath(upload.uploadId) };
}

/** Each part must be listed with its stored etag and have the expected size. */
function checkedParts(
  { sizeBytes }: Upload,
  arrived: readonly StoredPart[],
  listed: readonly ListedPart[],
): StoredPart[] {
  const etags = new Map(listed.map(({ part_number, etag }) => [part_number, etag.replaceAll('"', '')]));
  const parts = partsOf(sizeBytes);
  const good = parts.flatMap(({ partNumber, sizeBytes }) =>
    arrived.filter(
      (part) =>
        part.partNumber === partNumber && part.sizeBytes === sizeBytes && etags.get(partNumber) === part.etag,
    ),
  );
  if (good.length === parts.length && etags.size === parts.length) return good;
  const missing = parts.filter(({ partNumber }) => !good.some((part) => part.partNumber === partNumber));
  throw incomplete(
    missing.map(({ partNumber }) => partNumber),
    parts.length,
  );
}

function incomplete(missing: readonly number[], all: number): DomainError {
  if (missing.length === 0) return new DomainError('conflict', 'upload_parts_unknown', { all });
  const few = missing.slice(0, 5).join(', ') + (missing.length > 5 ? '…' : '');
  return new DomainError('conflict', 'upload_parts_missing', { all, missing: few });
}

/** The signed addresses limit the size; a larger file is deleted anyway. */
async function checkSize(deps: UploadsDeps, upload: Upload, arrived: readonly StoredPart[]): Promise<void> {
  const sizeBytes = arrived.reduce((sum, part) => sum + part.sizeBytes, 0);
  if (sizeBytes <= MAX_UPLOAD_BYTES) return;
  await dropUpload(deps, upload);
  throw videoTooLarge();
}
