/** The files of broadcasts in storage. Each call may be repeated without harm. */
import type { Authorized } from '../../base/authorized.ts';
import type { BroadcastKey, StoredChunk } from '../broadcast.ts';
import type { AttemptKey } from './work.ts';

/** A chunk on its way to storage. */
export interface ExpectedChunk {
  readonly seq: number;
  readonly sizeBytes: number;
  /** SHA-256 in base64, where its recorder says it. */
  readonly sha256?: string;
}

/** The chunks of recordings as the browser uploads them, in a private bucket that forgets. */
export interface ChunkFiles {
  /** Addresses that take each chunk once. */
  sign(
    broadcast: Authorized<BroadcastKey>,
    chunks: readonly ExpectedChunk[],
  ): Promise<{ seq: number; url: string; headers: Record<string, string> }[]>;
  /** Does nothing where the chunk is there already. */
  put(broadcast: Authorized<BroadcastKey>, seq: number, bytes: Uint8Array): Promise<void>;
  /** Wakes whoever works on the broadcast, as a chunk does. */
  putEndMark(broadcast: BroadcastKey): Promise<void>;
  /** Throws where there is none. */
  read(broadcast: BroadcastKey, seq: number): Promise<Uint8Array>;
  /** From `fromSeq` on, in order. */
  list(broadcast: BroadcastKey, fromSeq: number): Promise<StoredChunk[]>;
  remove(broadcast: BroadcastKey, seq: number): Promise<void>;
}

/** What jobs take and make. */
export interface WindowFiles {
  putInput(key: AttemptKey, webm: Uint8Array): Promise<void>;
  /** `null` where the job has left none. */
  readOutput(key: AttemptKey): Promise<Uint8Array | null>;
  /** Both files of an attempt. */
  removeAttempt(key: AttemptKey): Promise<void>;
}

/** Files of direct broadcasts that viewers get, under their names in the broadcast's folder; they never change. */
export interface SegmentFiles {
  publish(broadcast: Authorized<BroadcastKey>, file: PublishedFile): Promise<void>;
  /** False where there is a file of this name already, which stays. */
  publishOnce(broadcast: Authorized<BroadcastKey>, file: PublishedFile): Promise<boolean>;
}

/** The same of all broadcasts, as those who process them see it. */
export interface PublishedFiles {
  publish(broadcast: BroadcastKey, file: PublishedFile): Promise<void>;
  publishOnce(broadcast: BroadcastKey, file: PublishedFile): Promise<boolean>;
  /** Throws where there is none. */
  read(broadcast: BroadcastKey, name: string): Promise<Uint8Array>;
  /** Names that begin so, in order. */
  list(broadcast: BroadcastKey, prefix: string): Promise<string[]>;
}

export interface PublishedFile {
  /** In the broadcast's folder. */
  readonly name: string;
  readonly body: Uint8Array | string;
  readonly contentType: string;
  /** Of one that is replaced later. @default for ever */
  readonly maxAgeS?: number;
}

/** A film of segments on its way to storage, in parts. */
export interface FilmFiles {
  /** Begins a film; answers the storage's own name of it. */
  begin(key: string): Promise<string>;
  /** The parts that are stored; `null` where the film is whole, or has been given up. */
  listParts(key: string, uploadId: string): Promise<FilmPart[] | null>;
  putPart(key: string, uploadId: string, number: number, bytes: Uint8Array): Promise<FilmPart>;
  /** Makes the film of its parts; nothing happens where it is whole. */
  join(key: string, uploadId: string, parts: readonly FilmPart[]): Promise<void>;
  /** What is known of a piece, beside the film. */
  putTable(key: string, bytes: Uint8Array): Promise<void>;
  readTable(key: string): Promise<Uint8Array>;
}

export interface FilmPart {
  /** From 1. */
  readonly partNumber: number;
  readonly etag: string;
}
