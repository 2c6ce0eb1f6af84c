import { MAX_CHUNK_URLS } from '#shared/limits.ts';
import type { ChunkUrl, ChunkUrls } from '#shared/live/browser-stream.ts';
import { ApiFailure } from '#web/lib/api/api-failure.ts';
import { StorageFailure } from '#web/lib/api/patience/retry.ts';
import { MAX_ADDRESS_REFRESHES } from '#web/lib/api/put-bytes.ts';
import { singleFlight } from '#web/lib/async/single-flight.ts';
import type { ScheduledPiece } from './piece-schedule.ts';
import type { PieceId, WaitingPiece } from './piece.ts';

/** A piece is lost after this many attempts in which it was unreadable or its content was refused. */
const MAX_HOPELESS_TRIES = 5;

export type SendPiece<Result = unknown> = (
  piece: WaitingPiece,
  bytes: ArrayBuffer,
  signal: AbortSignal,
) => Promise<Result>;

export interface TransferPorts {
  readonly send: SendPiece;
  /** `null` if the piece no longer exists. */
  readonly read: (piece: PieceId) => Promise<ArrayBuffer | null>;
}

export async function transfer(
  piece: WaitingPiece,
  ports: TransferPorts,
  signal: AbortSignal,
): Promise<void> {
  const bytes = await ports.read(piece).catch((cause: unknown) => {
    throw new UnreadablePiece(cause);
  });
  if (bytes === null) throw new MissingPiece();
  await ports.send(piece, bytes, signal);
}

class MissingPiece extends Error {}

class UnreadablePiece extends Error {
  constructor(cause: unknown) {
    super('A chunk cannot be read', { cause });
  }
}

/** Statuses that reject the content of this piece, but not the next ones. */
const UNFIT = [400, 413, 415];

const isHopeless = (error: unknown): boolean =>
  error instanceof UnreadablePiece || (error instanceof ApiFailure && UNFIT.includes(error.status));

/** Whether the piece is lost; counts hopeless attempts. */
export const isLost = (entry: ScheduledPiece, error: unknown): boolean =>
  error instanceof MissingPiece || (isHopeless(error) && ++entry.hopelessTries >= MAX_HOPELESS_TRIES);

const REFUSALS = [401, 403, 404, 409];

export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiFailure && REFUSALS.includes(error.status);

interface PresignedPorts {
  readonly fetchAddresses: (pieces: readonly WaitingPiece[], signal: AbortSignal) => Promise<ChunkUrls>;
  /** Throws `StorageFailure`. */
  readonly put: (address: ChunkUrl, bytes: ArrayBuffer, signal: AbortSignal) => Promise<unknown>;
  /** The waiting pieces, the next ones first: as many URLs are requested together as the API allows. */
  readonly waiting: () => readonly WaitingPiece[];
}

/** Sends pieces to storage, at URLs that it requests in batches. */
export function presignedSender(ports: PresignedPorts): SendPiece {
  /** `null`: the piece is stored already. */
  const addresses = new Map<number, ChunkUrl | null>();

  // A pending request may return the URL of another piece, too.
  const requestAddress = singleFlight(async (piece: WaitingPiece, signal: AbortSignal) => {
    const others = ports.waiting().filter(({ seq }) => seq !== piece.seq && !addresses.has(seq));
    const requested = [piece, ...others.slice(0, MAX_CHUNK_URLS - 1)];
    const { uploads, stored } = await ports.fetchAddresses(requested, signal);
    for (const upload of uploads) addresses.set(upload.seq, upload);
    for (const seq of stored) addresses.set(seq, null);
    if (!addresses.has(piece.seq)) throw new Error(`There is no address for chunk ${piece.seq}`);
  });

  /** Sends the piece; returns true if its URL had expired, so that it should be sent to a new one. */
  const hasExpired: SendPiece<boolean> = async (piece, bytes, signal) => {
    while (!addresses.has(piece.seq)) await requestAddress(piece, signal);
    const address = addresses.get(piece.seq);
    if (!address) return false;
    try {
      await ports.put(address, bytes, signal);
      return false;
    } catch (error) {
      const status = error instanceof StorageFailure ? error.status : 0;
      // Storage accepts each number once.
      if (status === 412) return false;
      if (status >= 400) addresses.delete(piece.seq);
      if (status === 403) return true;
      throw error;
    }
  };

  return async (piece, bytes, signal) => {
    let refreshes = 0;
    while (await hasExpired(piece, bytes, signal)) {
      if (++refreshes > MAX_ADDRESS_REFRESHES) throw new StorageFailure(403);
    }
    addresses.delete(piece.seq);
  };
}
