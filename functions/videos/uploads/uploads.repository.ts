/**
 * Uploads of video files. Keys:
 *
 * | item                     | pk             | sk                   |
 * |--------------------------|----------------|----------------------|
 * | an upload                | `CHANNEL#<id>` | `UPLOAD#<upload id>` |
 * | a person's open uploads  | `CHANNEL#<id>` | `UPLOADS`            |
 *
 * The second has an attribute for each upload that is not finished, by its id, with the time in seconds at which it
 * expires. Its `version` changes when one begins, so that not even at once there are too many.
 */
import { HIGH_CONTENTION_ATTEMPTS, WriteConflictError, retryOnConflict } from '#functions/aws/retry.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { assignment, ofVersion, putInput, putItem, transact } from '#functions/aws/table/write-items.ts';
import type { Upload, UploadKey } from '../upload.ts';
import { seconds } from '#functions/base/seconds.ts';

const uploadKey = ({ channelId, uploadId }: UploadKey) => ({
  pk: `CHANNEL#${channelId}`,
  sk: `UPLOAD#${uploadId}`,
});
const openKey = (channelId: string) => ({ pk: `CHANNEL#${channelId}`, sk: 'UPLOADS' });

export type UploadsRepository = ReturnType<typeof uploadsRepository>;

export const uploadsRepository = (table: Table) => ({
  /** `null` when it has expired. */
  find: async (key: UploadKey, nowMs: number): Promise<Upload | null> => {
    const upload = toUpload(key, await getItem(table, uploadKey(key)));
    return upload && upload.expiresAtMs > nowMs ? upload : null;
  },
  /** Unfinished uploads, expired ones included. */
  listOpen: async (channelId: string): Promise<Upload[]> => {
    const open = begunOf((await getItem(table, openKey(channelId))) ?? {});
    const keys = open.map(([uploadId]) => ({ channelId, uploadId }));
    const found = keys.map(async (key) => toUpload(key, await getItem(table, uploadKey(key))));
    return (await Promise.all(found)).filter((upload) => upload !== null);
  },
  /** Whether the person has less than `max` open uploads. */
  hasRoom: async (channelId: string, max: number, nowMs: number): Promise<boolean> => {
    const item = (await getItem(table, openKey(channelId))) ?? {};
    return openOf(item, nowMs).length < max;
  },
  /** False when the person has `max` open uploads. */
  begin: (upload: Upload, max: number, nowMs: number) =>
    retryOnConflict(() => tryBegin(table, upload, max, nowMs), HIGH_CONTENTION_ATTEMPTS),
  /** Adds an upload that is complete from the start. */
  add: async (upload: Upload) => void (await putItem(table, toItem(upload))),
  /** False when there is no such upload. */
  complete: (key: UploadKey, expiresAtMs: number) => {
    const completed = { is_completed: true, expires_at: seconds(expiresAtMs) };
    const Update = assignment(table, uploadKey(key), completed, { if: 'attribute_exists(pk)' });
    return closeWith(table, key, { Update });
  },
  remove: async (key: UploadKey): Promise<void> => {
    await closeWith(table, key, { Delete: { TableName: table.TableName, Key: uploadKey(key) } });
  },
});

/** Ids of uploads that were open, with their expiry. */
const begunOf = (item: Readonly<Record<string, unknown>>) =>
  Object.entries(item).filter(([name]) => /^[0-9A-Z]{26}$/.test(name));

const openOf = (item: Readonly<Record<string, unknown>>, nowMs: number) =>
  begunOf(item).filter(([, expires]) => Number(expires) * 1000 > nowMs);

/** Throws `WriteConflictError` when another upload began meanwhile. */
async function tryBegin(table: Table, upload: Upload, max: number, nowMs: number): Promise<boolean> {
  const before = (await getItem(table, openKey(upload.channelId))) ?? {};
  const version = Number(before['version'] ?? 0);
  const open = openOf(before, nowMs);
  if (open.length >= max) return false;
  const isOpen = new Set(open.map(([id]) => id));
  const expired = begunOf(before).filter(([id]) => !isOpen.has(id));
  const opened = {
    ...Object.fromEntries(expired.map(([id]) => [id, undefined])),
    [upload.uploadId]: seconds(upload.expiresAtMs),
    version: version + 1,
  };
  const Update = assignment(table, openKey(upload.channelId), opened, ofVersion(version));
  if (await transact(table, [{ Update }, { Put: putInput(table, toItem(upload)) }])) return true;
  throw new WriteConflictError('Another upload has begun');
}

/** Writes, and removes the upload from the open ones. */
const closeWith = (table: Table, { channelId, uploadId }: UploadKey, write: Write): Promise<boolean> =>
  transact(table, [write, { Update: assignment(table, openKey(channelId), { [uploadId]: undefined }) }]);

const toItem = (upload: Upload) => ({
  ...uploadKey(upload),
  filename: upload.filename,
  content_type: upload.contentType,
  size_bytes: upload.sizeBytes,
  multipart_id: upload.multipartId,
  is_completed: upload.isCompleted,
  expires_at: seconds(upload.expiresAtMs),
});

function toUpload(key: UploadKey, item: Record<string, unknown> | undefined): Upload | null {
  if (!item) return null;
  return {
    ...key,
    filename: String(item['filename']),
    contentType: String(item['content_type']),
    sizeBytes: Number(item['size_bytes']),
    multipartId: item['multipart_id'] === undefined ? undefined : String(item['multipart_id']),
    isCompleted: item['is_completed'] === true,
    expiresAtMs: Number(item['expires_at']) * 1000,
  };
}
