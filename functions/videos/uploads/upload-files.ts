import type { Part, StoredPart, UploadKey } from '../upload.ts';

/** Where the files of uploads wait for being published. */
export interface UploadFiles {
  /** Begins a file in parts; answers the storage's own name of it. */
  begin(key: UploadKey): Promise<string>;
  /** Addresses that take one part each, of exactly its size, for some hours. */
  partUrls(key: UploadKey, multipartId: string, parts: readonly Part[]): Promise<PartUrl[]>;
  /** The parts that have arrived; `null` where the file has been joined or given up. */
  listParts(key: UploadKey, multipartId: string): Promise<StoredPart[] | null>;
  /**
   * Makes the file of its parts; false where it has been joined or given up meanwhile. Throws `conflict` where the parts
   * are not there as they are listed.
   */
  join(key: UploadKey, multipartId: string, parts: readonly StoredPart[]): Promise<boolean>;
  /** Gives a file in parts up; nothing happens where it is gone. */
  abandon(key: UploadKey, multipartId: string): Promise<void>;
  /** Stores a whole file. */
  put(key: UploadKey, bytes: Uint8Array): Promise<void>;
  /** Size and first bytes of a whole file; `null` where there is none. */
  inspect(key: UploadKey): Promise<{ readonly sizeBytes: number; readonly head: Uint8Array } | null>;
  discard(key: UploadKey): Promise<void>;
}

export interface PartUrl {
  readonly partNumber: number;
  readonly url: string;
}
