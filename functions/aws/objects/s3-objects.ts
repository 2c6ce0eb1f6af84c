import {
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  type PutObjectCommand,
  type S3Client,
  type _Object,
} from '@aws-sdk/client-s3';
import { nullOn } from '../retry.ts';

export interface BucketOptions {
  /** @default the Lambda's own */
  readonly client?: (() => S3Client) | undefined;
  readonly bucket: string;
}

interface Place {
  readonly Bucket: string;
  readonly Key: string;
}

/** Throws S3's `NoSuchKey` if there is no such object. */
export async function requireObject(
  client: S3Client,
  place: Place & { readonly Range?: string },
): Promise<Uint8Array> {
  const { Body } = await client.send(new GetObjectCommand(place));
  if (!Body) throw new Error(`S3 answered GetObject of ${place.Key} without a body`);
  return Body.transformToByteArray();
}

export const readObject = (client: S3Client, place: Place): Promise<Uint8Array | null> =>
  nullOn(['NoSuchKey'], () => requireObject(client, place));

export async function readText(client: S3Client, place: Place): Promise<string | null> {
  const bytes = await readObject(client, place);
  return bytes && new TextDecoder().decode(bytes);
}

export const inspectObject = (client: S3Client, place: Place, bytes: number) =>
  nullOn(['NoSuchKey'], async () => {
    const get = new GetObjectCommand({ ...place, Range: `bytes=0-${bytes - 1}` });
    const { Body, ContentRange } = await client.send(get);
    if (!Body) throw new Error('S3 answered GetObject without a body');
    return { sizeBytes: Number(ContentRange?.split('/')[1]), head: await Body.transformToByteArray() };
  });

/** From `start`, without `end`. */
export const readRange = (client: S3Client, place: Place, start: number, end: number): Promise<Uint8Array> =>
  requireObject(client, { ...place, Range: `bytes=${start}-${end - 1}` });

/** By prefix, in key order, up to a thousand per request. */
export async function* listObjects(
  client: S3Client,
  list: { readonly Bucket: string; readonly Prefix: string; readonly StartAfter?: string },
): AsyncGenerator<(_Object & { readonly Key: string })[]> {
  let ContinuationToken: string | undefined;
  do {
    const command = new ListObjectsV2Command({ ...list, ...(ContinuationToken && { ContinuationToken }) });
    const { Contents = [], NextContinuationToken } = await client.send(command);
    if (Contents.length > 0) yield Contents.flatMap(({ Key, ...object }) => (Key ? { Key, ...object } : []));
    ContinuationToken = NextContinuationToken;
  } while (ContinuationToken);
}

/** At most a thousand. */
export async function deleteObjects(
  client: S3Client,
  Bucket: string,
  keys: readonly string[],
): Promise<void> {
  const Delete = { Objects: keys.map((Key) => ({ Key })), Quiet: true };
  const { Errors = [] } = await client.send(new DeleteObjectsCommand({ Bucket, Delete }));
  const [first] = Errors;
  if (first)
    throw new Error(`S3 kept ${Errors.length} of ${keys.length} files: ${first.Code} ${first.Message}`);
}

interface StoredPart {
  /** From 1. */
  readonly partNumber: number;
  /** Without quotes. */
  readonly etag: string;
}

export interface Multipart extends Place {
  readonly UploadId: string;
}

export async function beginParts(client: S3Client, place: Place, ContentType: string): Promise<string> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ ...place, ContentType }));
  if (!UploadId) throw new Error('S3 answered CreateMultipartUpload without an id');
  return UploadId;
}

/** The stored parts; `null` after the upload is completed or aborted. */
export const listParts = (client: S3Client, multipart: Multipart) =>
  nullOn(['NoSuchUpload'], async () => {
    const stored: (StoredPart & { readonly sizeBytes: number })[] = [];
    let PartNumberMarker: string | undefined;
    do {
      const page = await client.send(new ListPartsCommand({ ...multipart, PartNumberMarker }));
      for (const { PartNumber: partNumber = 0, Size: sizeBytes = 0, ETag } of page.Parts ?? [])
        stored.push({ partNumber, sizeBytes, etag: unquoted(ETag) });
      PartNumberMarker = page.IsTruncated ? page.NextPartNumberMarker : undefined;
    } while (PartNumberMarker);
    return stored;
  });

export const unquoted = (etag = ''): string => etag.replaceAll('"', '');

/** Completes an upload; `null` after it is completed or aborted. */
export const joinParts = (client: S3Client, multipart: Multipart, parts: readonly StoredPart[]) => {
  const Parts = parts.map(({ partNumber: PartNumber, etag }) => ({ PartNumber, ETag: `"${etag}"` }));
  const join = new CompleteMultipartUploadCommand({ ...multipart, MultipartUpload: { Parts } });
  return nullOn(['NoSuchUpload'], () => client.send(join));
};

/** Puts with `IfNoneMatch`. S3 rejects one of two concurrent puts: `null`. */
export const putIfAbsent = (client: S3Client, put: PutObjectCommand) =>
  nullOn(['PreconditionFailed', 'ConditionalRequestConflict'], () => client.send(put));
