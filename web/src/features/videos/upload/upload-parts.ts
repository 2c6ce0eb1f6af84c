/** The parts of an upload, their states and byte counts. */
import type { VideoUploadStatus } from '#shared/videos/videos.ts';

export interface Part {
  readonly number: number;
  readonly startByte: number;
  /** Exclusive. */
  readonly endByte: number;
  /** The PUT address; `null` until requested. */
  readonly url: string | null;
  /** S3's receipt of a stored part. */
  readonly etag: string | null;
  /** Bytes sent so far. */
  readonly sentBytes: number;
}

type Answer = Pick<VideoUploadStatus, 'parts' | 'part_size'> & Partial<Pick<VideoUploadStatus, 'stored'>>;

/** Creates the parts of a file of `size` bytes from the API's response. */
export function partsOf(size: number, { part_size, parts, stored = [] }: Answer): readonly Part[] {
  const urls = new Map(parts.map(({ part_number, url }) => [part_number, url]));
  const etags = new Map(stored.map(({ part_number, etag }) => [part_number, etag]));
  return Array.from({ length: Math.ceil(size / part_size) }, (_, index) => ({
    number: index + 1,
    startByte: index * part_size,
    endByte: Math.min(size, (index + 1) * part_size),
    url: urls.get(index + 1) ?? null,
    etag: etags.get(index + 1) ?? null,
    sentBytes: 0,
  }));
}

/** Merges new addresses and stored parts. Parts in progress keep their state. */
export function refreshed(before: readonly Part[], size: number, answer: Answer): readonly Part[] {
  const known = new Map(before.map((part) => [part.number, part]));
  return partsOf(size, answer).map((part) => {
    const old = known.get(part.number);
    return { ...part, etag: part.etag ?? old?.etag ?? null, sentBytes: old?.sentBytes ?? 0 };
  });
}

export const withPart = (parts: readonly Part[], number: number, change: Partial<Part>): readonly Part[] =>
  parts.map((part) => (part.number === number ? { ...part, ...change } : part));

/** Bytes stored or sent. */
export const sentBytesOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, { etag, startByte, endByte, sentBytes }) => {
    return sum + (etag === null ? Math.min(sentBytes, endByte - startByte) : endByte - startByte);
  }, 0);

/** All parts with their receipts for `complete`. Throws if one is missing. */
export const receiptsOf = (parts: readonly Part[]) =>
  parts.map(({ number, etag }) => {
    if (etag === null) throw new Error(`Part ${number} is not stored`);
    return { part_number: number, etag };
  });
