import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import {
  type BucketOptions,
  listObjects,
  readObject,
  requireObject,
} from '#functions/aws/objects/s3-objects.ts';
import { s3 } from '#functions/aws/objects/s3.ts';
import { isAwsError, retryOnConflict, WriteConflictError } from '#functions/aws/retry.ts';
import type { Authorized } from '#functions/base/authorized.ts';
import type { BroadcastKey, StoredChunk } from '../../broadcast.ts';
import { attemptKey, chunkKey, chunksPrefix, endMarkKey, readChunkKey } from './keys.ts';
import type { AttemptKey } from './window-transcoder.ts';

export interface ExpectedChunk {
  readonly seq: number;
  readonly sizeBytes: number;
  /** SHA-256 in base64, if the recorder sends it. */
  readonly sha256?: string;
}

/** A URL that accepts one chunk, and the headers that the upload must send. */
interface SignedUpload {
  readonly seq: number;
  readonly url: string;
  readonly headers: Record<string, string>;
}

export type ChunkFiles = ReturnType<typeof chunkFiles>;
export type WindowFiles = ReturnType<typeof windowFiles>;

/** How long an upload URL is valid; a slower recorder requests a new one. */
const URL_EXPIRES_S = 60 * 60;
/** The signer moves such headers into the URL by default; S3 compares the checksum only in a header. */
const CHECKSUM = 'x-amz-checksum-sha256';

/** The chunks of recordings, in a private bucket whose objects expire; see `keys.ts` for the keys. */
export function chunkFiles({ client = s3, bucket: Bucket }: BucketOptions) {
  const at = (broadcast: BroadcastKey, seq: number) => ({ Bucket, Key: chunkKey(broadcast, seq) });
  return {
    /** Signs URLs, each of which accepts its chunk once. */
    sign: async (
      broadcast: Authorized<BroadcastKey>,
      chunks: readonly ExpectedChunk[],
    ): Promise<SignedUpload[]> => {
      const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
      const sign = async (chunk: ExpectedChunk) => {
        const put = new PutObjectCommand({ ...at(broadcast, chunk.seq), ...signedFields(chunk) });
        const unhoistableHeaders = new Set([CHECKSUM]);
        const url = await getSignedUrl(client(), put, { expiresIn: URL_EXPIRES_S, unhoistableHeaders });
        return { seq: chunk.seq, url, headers: headersOf(chunk) };
      };
      return Promise.all(chunks.map(sign));
    },
    /** Does nothing if the chunk already exists. */
    put: (broadcast: Authorized<BroadcastKey>, seq: number, Body: Uint8Array): Promise<void> =>
      putOnce(client(), new PutObjectCommand({ ...at(broadcast, seq), Body, ...ONCE, ContentType })),
    /** Raises an event, as a chunk does, by which the broadcast is processed. */
    putEndMark: async (broadcast: BroadcastKey): Promise<void> => {
      await client().send(new PutObjectCommand({ Bucket, Key: endMarkKey(broadcast), Body: 'end' }));
    },
    /** Throws if there is none. */
    read: (broadcast: BroadcastKey, seq: number): Promise<Uint8Array> =>
      requireObject(client(), at(broadcast, seq)),
    list: (broadcast: BroadcastKey, fromSeq: number): Promise<StoredChunk[]> =>
      listChunks(client(), Bucket, broadcast, fromSeq),
    remove: async (broadcast: BroadcastKey, seq: number): Promise<void> => {
      await client().send(new DeleteObjectCommand(at(broadcast, seq)));
    },
  };
}

const ContentType = 'video/webm';
const ONCE = { IfNoneMatch: '*' } as const;

/** The length is signed too, so that S3 accepts no other. */
const signedFields = ({ sizeBytes, sha256 }: ExpectedChunk) => ({
  ...ONCE,
  ContentLength: sizeBytes,
  ...(sha256 !== undefined && { ChecksumSHA256: sha256 }),
});

/** The signed headers that the page has to set; the browser sets the length. */
const headersOf = ({ sha256 }: ExpectedChunk): Record<string, string> => ({
  'if-none-match': '*',
  ...(sha256 !== undefined && { [CHECKSUM]: sha256 }),
});

/** Retries because S3 rejects one of two concurrent uploads. */
async function putOnce(client: S3Client, put: PutObjectCommand): Promise<void> {
  await retryOnConflict(async () => {
    try {
      await client.send(put);
    } catch (error) {
      if (isAwsError(error, 'PreconditionFailed')) return;
      if (isAwsError(error, 'ConditionalRequestConflict'))
        throw new WriteConflictError('Another upload of the same chunk', { cause: error });
      throw error;
    }
  });
}

/** S3 lists objects by key, and thus by number. */
async function listChunks(
  client: S3Client,
  Bucket: string,
  broadcast: BroadcastKey,
  fromSeq: number,
): Promise<StoredChunk[]> {
  const chunks: StoredChunk[] = [];
  const after = fromSeq > 0 && { StartAfter: chunkKey(broadcast, fromSeq - 1) };
  for await (const page of listObjects(client, { Bucket, Prefix: chunksPrefix(broadcast), ...after }))
    for (const { Key, Size: sizeBytes = 0, LastModified } of page) {
      const seq = readChunkKey(Key)?.what;
      if (typeof seq === 'number') chunks.push({ seq, sizeBytes, arrivedAtMs: LastModified?.getTime() ?? 0 });
    }
  return chunks;
}

/** The inputs and outputs of jobs, in a private bucket whose objects expire. */
export const windowFiles = ({ client = s3, bucket: Bucket }: BucketOptions) => ({
  putInput: async (key: AttemptKey, Body: Uint8Array): Promise<void> => {
    const put = { Bucket, Key: `${attemptKey(key)}.webm`, Body, ContentType: 'video/webm' };
    await client().send(new PutObjectCommand(put));
  },
  /** `null` if the job has left none. */
  readOutput: (key: AttemptKey): Promise<Uint8Array | null> =>
    readObject(client(), { Bucket, Key: `${attemptKey(key)}.ts` }),
  removeAttempt: async (key: AttemptKey): Promise<void> => {
    const Objects = ['webm', 'ts'].map((extension) => ({ Key: `${attemptKey(key)}.${extension}` }));
    await client().send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
  },
});

/** Enough for the current chunks of several broadcasts: each is read when it arrives, is planned, and is cut. */
const KEPT_BYTES = 48_000_000;

/** Caches recently read chunks. A stored chunk never changes, so the cache is never stale. */
export function withChunkCache(files: ChunkFiles): ChunkFiles {
  const kept = new Map<string, Uint8Array>();
  let keptBytes = 0;
  const forget = (key: string): void => {
    keptBytes -= kept.get(key)?.length ?? 0;
    kept.delete(key);
  };
  const keep = (key: string, bytes: Uint8Array): void => {
    forget(key);
    kept.set(key, bytes);
    keptBytes += bytes.length;
    for (const oldest of kept.keys()) {
      if (keptBytes <= KEPT_BYTES) break;
      forget(oldest);
    }
  };
  const keyOf = ({ id }: BroadcastKey, seq: number): string => `${id}/${seq}`;
  return {
    ...files,
    read: async (broadcast, seq) => {
      const key = keyOf(broadcast, seq);
      const bytes = kept.get(key) ?? (await files.read(broadcast, seq));
      keep(key, bytes);
      return bytes;
    },
    remove: async (broadcast, seq) => {
      forget(keyOf(broadcast, seq));
      await files.remove(broadcast, seq);
    },
  };
}
