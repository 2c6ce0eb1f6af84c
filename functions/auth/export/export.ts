import { DAY_MS, HOUR_MS } from '../../../shared/plain/time.ts';

/** A copy of what is held of a person, on its way or made. */
export interface DataExport {
  readonly id: string;
  readonly accountId: string;
  /** Grows with every change. */
  readonly version: number;
  readonly requestedMs: number;
  /** Until then its files are kept. */
  readonly expiresMs: number;
  /** The archives that are there, in order. */
  readonly archives: readonly { readonly key: string; readonly sizeBytes: number }[];
  /** Where the next archive begins; nothing when all are there. */
  readonly position?: ExportPosition | undefined;
}

export interface ExportPosition {
  /** Index of a section. */
  readonly section: number;
  /** Which page of it comes next, from 1, and where that begins. */
  readonly page: number;
  readonly cursor?: string | undefined;
}

/** One kind of what is held: a file of JSON, or several where there is much of it. */
export interface ExportSection {
  /** Of the file, without `.json`. */
  readonly name: string;
  /** What the file is, for its reader. */
  readonly about: string;
  /** A page, with the cursor of the next. */
  readonly read: (
    accountId: string,
    cursor: string | undefined,
  ) => Promise<{ readonly items: unknown; readonly next?: string | undefined }>;
}

/** The bucket forgets after two days. */
export const EXPORT_KEPT_MS = DAY_MS;
/** Who asks again within this time gets the one that is there. */
export const EXPORT_PAUSE_MS = HOUR_MS;
/** Of JSON in one archive: no more is in memory at once, but for a page. */
export const ARCHIVE_BYTES = 8_000_000;
