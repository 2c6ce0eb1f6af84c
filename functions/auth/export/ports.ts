import type { DataExport, ExportSection } from './export.ts';

export interface ExportsRepository {
  /** The latest. */
  find(accountId: string): Promise<DataExport | null>;
  /** Keeps `next` in place of `known`; false where that has changed since. */
  replace(known: DataExport | null, next: DataExport): Promise<boolean>;
  /** Accounts whose exports are not whole, the longest first. May be a moment old. */
  listOpen(limit: number): Promise<string[]>;
}

/** Where archives are, for a day. */
export interface Archives {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** An address from which whoever has it fetches the archive, for some minutes. */
  urlOf(key: string): Promise<string>;
}

export interface ExportPorts {
  readonly exports: ExportsRepository;
  readonly archives: Archives;
  readonly sections: () => Promise<readonly ExportSection[]>;
  readonly newId: () => string;
  readonly clock: () => number;
}
