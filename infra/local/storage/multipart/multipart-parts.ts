import type { Signed } from '../authentication/authenticate.ts';
import { receive } from '../body/payload.ts';
import type { Digests } from '../checksums/body-digests.ts';
import { checksumHeader } from '../checksums/checksums.ts';
import { invalidArgument } from '../protocol/s3-errors.ts';
import type { Answer, S3Request } from '../protocol/s3-request.ts';
import type { Part } from '../state/objects-index.ts';
import { nowInSecondsMs, type Storage } from '../state/storage-context.ts';
import { MAX_PARTS, requireUpload } from './multipart-uploads.ts';

/** UploadPart. Replaces a part with the same number. */
export async function uploadPart(storage: Storage, signed: Signed): Promise<Answer> {
  const { request } = signed;
  const number = readPartNumber(request);
  requireUpload(storage.index, request);
  const { taken: blob, digests } = await receive(signed, (bytes) => storage.blobs.write(bytes));
  const part = await storePart(storage, request, { number, blob, digests });
  const { checksum } = digests;
  return {
    status: 200,
    headers: {
      etag: `"${part.etag}"`,
      ...(checksum && { [checksumHeader(checksum.algorithm)]: checksum.digest.toString('base64') }),
    },
  };
}

interface NewPart {
  readonly number: number;
  readonly blob: string;
  readonly digests: Digests;
}

/** Throws `NoSuchUpload` if the upload was completed or aborted while the part was received. */
async function storePart(
  { index, blobs }: Storage,
  request: S3Request,
  { number, blob, digests: { md5, sizeBytes } }: NewPart,
): Promise<Part> {
  try {
    const { id: uploadId } = requireUpload(index, request);
    const part: Part = {
      uploadId,
      number,
      etag: md5.toString('hex'),
      modifiedMs: nowInSecondsMs(),
      segment: { blob, sizeBytes },
    };
    const replaced = index.part(uploadId, number);
    index.putPart(part);
    if (replaced) await blobs.remove([replaced.segment.blob]);
    return part;
  } catch (error) {
    await blobs.remove([blob]);
    throw error;
  }
}

function readPartNumber({ query }: S3Request): number {
  const text = query.get('partNumber') ?? '';
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= MAX_PARTS) return number;
  throw invalidArgument('Part number must be an integer between 1 and 10000, inclusive', 'partNumber', text);
}
