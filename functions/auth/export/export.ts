import { DAY_MS, HOUR_MS } from '#shared/plain/time.ts';

export interface DataExport {
  readonly id: string;
  readonly accountId: string;
  /** Grows with every change. */
  readonly version: number;
  readonly requestedMs: number;
  /** The files are kept until then. */
  readonly expiresMs: number;
  /** In order. */
  readonly archives: readonly { readonly key: string; readonly sizeBytes: number }[];
  /** Where the next archive begins; absent when all exist. */
  readonly position?: ExportPosition | undefined;
}

export interface ExportPosition {
  readonly section: number;
  /** The next page, starting at 1, and its position. */
  readonly page: number;
  readonly cursor?: string | undefined;
}

/** One kind of data: one JSON file, or several if it is large. */
export interface ExportSection {
  /** Without `.json`. */
  readonly name: string;
  /** A description for the reader. */
  readonly about: string;
  /** Returns a page and the cursor of the next. */
  readonly read: (
    accountId: string,
    cursor: string | undefined,
  ) => Promise<{ readonly items: unknown; readonly next?: string | undefined }>;
}

/** The bucket deletes files after two days. */
export const EXPORT_KEPT_MS = DAY_MS;
/** A repeated request within this time returns the existing export. */
export const EXPORT_PAUSE_MS = HOUR_MS;
/** JSON of one archive; limits the memory in use, except for one page. */
export const ARCHIVE_BYTES = 8_000_000;
