/** The parts of one upload: which are stored, which are on their way, and how many bytes that makes. Pure. */
import type { VideoUploadStatus } from '../../../../../shared/videos/videos.ts';

export interface Part {
  readonly number: number;
  readonly startByte: number;
  /** The first byte that is not in it. */
  readonly endByte: number;
  /** Where to PUT it; `null` until it is asked for. */
  readonly url: string | null;
  /** S3's receipt, once it is stored. */
  readonly etag: string | null;
  /** Bytes of it that have left, while it is on its way. */
  readonly sentBytes: number;
}

type Answer = Pick<VideoUploadStatus, 'parts' | 'part_size'> & Partial<Pick<VideoUploadStatus, 'stored'>>;

/** The parts of a file of `size` bytes, as the API's answer describes them. */
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

/** The parts with fresh addresses, and with what S3 has stored meanwhile; what is on its way stays so. */
export function refreshed(before: readonly Part[], size: number, answer: Answer): readonly Part[] {
  const known = new Map(before.map((part) => [part.number, part]));
  return partsOf(size, answer).map((part) => {
    const old = known.get(part.number);
    return { ...part, etag: part.etag ?? old?.etag ?? null, sentBytes: old?.sentBytes ?? 0 };
  });
}

/** The parts with `change` made to one of them. */
export const withPart = (parts: readonly Part[], number: number, change: Partial<Part>): readonly Part[] =>
  parts.map((part) => (part.number === number ? { ...part, ...change } : part));

/** Bytes that are stored or have left. */
export const sentBytesOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, { etag, startByte, endByte, sentBytes }) => {
    return sum + (etag === null ? Math.min(sentBytes, endByte - startByte) : endByte - startByte);
  }, 0);

/** What `complete` is told: all parts with their receipts. Throws when one has none. */
export const receiptsOf = (parts: readonly Part[]) =>
  parts.map(({ number, etag }) => {
    if (etag === null) throw new Error(`Part ${number} is not stored`);
    return { part_number: number, etag };
  });
