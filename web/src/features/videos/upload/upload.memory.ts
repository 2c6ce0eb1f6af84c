/** The upload that a person has not finished: this browser's memory, for each user apart. */
import { keep, readKept } from '../../../lib/kept.ts';

/** What tells a file from another one; a page cannot keep the file itself over a reload. */
export interface FileFacts {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** In ms since 1970. */
  readonly lastModified: number;
}

export interface RememberedUpload extends FileFacts {
  readonly upload_id: string;
}

const keyOf = (userId: string): string => `upload.${userId}`;

/** The remembered upload, or `null`; also where the memory is unreadable. */
export function readUpload(userId: string): RememberedUpload | null {
  const found = readKept('localStorage', keyOf(userId)) as Partial<RememberedUpload> | null;
  if (typeof found?.upload_id !== 'string' || typeof found.name !== 'string') return null;
  if (typeof found.size !== 'number' || typeof found.lastModified !== 'number') return null;
  const { upload_id, name, size, lastModified } = found;
  return { upload_id, name, size, lastModified };
}

/** Remembers an upload in place of the one before. A browser that keeps nothing uploads all the same. */
export function rememberUpload(userId: string, upload_id: string, file: FileFacts): void {
  const { name, size, lastModified } = file;
  const record: RememberedUpload = { upload_id, name, size, lastModified };
  keep('localStorage', keyOf(userId), record);
}

export const forgetUpload = (userId: string): void => localStorage.removeItem(keyOf(userId));

/** Whether a file is the one that the upload was begun with, as far as a page can know. */
export const isSameFile = (file: FileFacts, other: FileFacts): boolean =>
  file.name === other.name && file.size === other.size && file.lastModified === other.lastModified;
