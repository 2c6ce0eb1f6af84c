/** Unfinished uploads of each user in this browser. Each tab has its own latest. */
import { keep, readKept } from '#web/lib/kept.ts';

/** Identifies a file, because a page cannot keep the file itself over a reload. */
export interface FileFacts {
  readonly name: string;
  readonly size: number;
  readonly lastModified: number;
}

export interface RememberedUpload extends FileFacts {
  readonly upload_id: string;
}

/** The oldest are removed first. */
const MAX_UPLOADS = 5;

const keysOf = (userId: string) => ({ latest: `upload.${userId}`, others: `upload.${userId}.others` });

/** The stored uploads, latest first; none if the storage is unreadable. */
export function readUploads(userId: string): readonly RememberedUpload[] {
  const { latest, others } = keysOf(userId);
  const found = [readKept('localStorage', latest), readKept('localStorage', others)].flat();
  return (found as readonly (Partial<RememberedUpload> | null)[]).flatMap((record) => {
    if (typeof record?.upload_id !== 'string' || typeof record.name !== 'string') return [];
    if (typeof record.size !== 'number' || typeof record.lastModified !== 'number') return [];
    const { upload_id, name, size, lastModified } = record;
    return [{ upload_id, name, size, lastModified }];
  });
}

/** Stores an upload beside those of other tabs. Without storage, the upload still works. */
export function rememberUpload(userId: string, upload_id: string, file: FileFacts): void {
  const { name, size, lastModified } = file;
  write(userId, [{ upload_id, name, size, lastModified }, ...without(userId, upload_id)]);
}

export const forgetUpload = (userId: string, upload_id: string): void =>
  write(userId, without(userId, upload_id));

const without = (userId: string, id: string): RememberedUpload[] =>
  readUploads(userId).filter(({ upload_id }) => upload_id !== id);

function write(userId: string, [latest, ...others]: readonly RememberedUpload[]): void {
  const keys = keysOf(userId);
  keep('localStorage', keys.latest, latest ?? null);
  keep('localStorage', keys.others, others.slice(0, MAX_UPLOADS - 1));
}

/** Whether the file appears to be that of the upload. */
export const isSameFile = (file: FileFacts, other: FileFacts): boolean =>
  file.name === other.name && file.size === other.size && file.lastModified === other.lastModified;
