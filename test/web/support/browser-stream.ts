/** An API, an S3 and a browser for broadcasts from the camera, in memory. Time is `vi`'s. */
import { createHash } from 'node:crypto';
import { vi } from 'vitest';
import type { BrowserStream, ChunkUrl, EndedBy, Way } from '#shared/live/browser-stream.ts';
import type { BroadcasterPorts } from '#web/features/browser-stream/broadcaster/broadcaster-ports.ts';
import type { PieceStore, StoredBroadcast } from '#web/features/browser-stream/pieces/piece-store.ts';
import { presignedSender, type SendPiece } from '#web/features/browser-stream/pieces/piece-transfer.ts';
import type { PieceId, WaitingPiece } from '#web/features/browser-stream/pieces/piece.ts';
import { ApiFailure, type FailureCode } from '#web/lib/api/api-failure.ts';
import { browserPatience } from '#web/lib/api/patience/patience.ts';
import { StorageFailure } from '#web/lib/api/patience/retry.ts';

export const STREAM_ID = '01J0000000000000000000CAM1';
export const USER_ID = 'user-1';
/** Of one PUT. */
export const PUT_MS = 100;

export const bytesOf = (seq: number): ArrayBuffer => new TextEncoder().encode(`chunk ${seq}`).buffer;

export const chunkOf = (seq: number, way: Way = 'compatible'): WaitingPiece => ({
  way,
  seq,
  sizeBytes: bytesOf(seq).byteLength,
  sha256: createHash('sha256')
    .update(new Uint8Array(bytesOf(seq)))
    .digest('base64'),
});

export const chunksTo = (count: number, way?: Way): WaitingPiece[] =>
  Array.from({ length: count }, (_, seq) => chunkOf(seq, way));

export const refusal = (status: number, code: FailureCode = 'conflict') => new ApiFailure({ status, code });

/** Lets time pass until `isSo`; fails after an hour. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let passedMs = 0; !isSo(); passedMs += 50) {
    if (passedMs > 60 * 60_000) throw new Error('It never came to be so');
    await vi.advanceTimersByTimeAsync(50);
    // Hashes and databases take their own time.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

export const sleep = (ms: number, signal = new AbortController().signal) => browserPatience.sleep(ms, signal);

/** What the server does, each of which a test may change. */
export function createFakeServer() {
  const server = {
    /** How the broadcast that it has began. */
    way: 'compatible' as Way,
    storedBy: { direct: new Map<number, string>(), compatible: new Map<number, string>() },
    get stored() {
      return server.storedBy[server.way];
    },
    /** Numbers of chunks whose PUT began, in order. */
    puts: [] as number[],
    asked: [] as number[][],
    stops: [] as number[],
    /** Of pages that went away. */
    lastWords: [] as number[],
    /** The sessions of pages that went away and may come back. */
    pauses: [] as number[],
    /** How the broadcast was continued. */
    resumes: [] as { recordingId: string; recorded: number }[],
    onResume: (): void => {},
    starts: [] as (string | undefined)[],
    endedBy: null as EndedBy | null,
    /** Changes with each address that is given out, so that expired ones are known. */
    addresses: 0,
    /** When pictures came. */
    pictures: [] as number[],
    onPicture: (): void => {},
    /** Throws what the API says in place of addresses, or to a segment. */
    onAsk: (_seqs: readonly number[]): void => {},
    /** Throws what S3, or the API, says before it takes a chunk. */
    onPut: (_seq: number, _address: Pick<ChunkUrl, 'url'>): void | Promise<void> => {},
    /** Throws what is heard in place of its word, after it has taken a chunk. */
    onTaken: (_seq: number): void => {},
    onStop: (): void => {},
    onStart: (): void => {},
  };
  const receipt = (): BrowserStream => ({
    stream_id: STREAM_ID,
    title: 'Box fan',
    status: server.endedBy === null ? 'live' : 'finishing',
    ended_by: server.endedBy,
    started_at: new Date(0).toISOString(),
    ended_at: null,
    chunks: { recorded: server.stops.at(-1) ?? server.stored.size, stored: server.stored.size, lost: 0 },
    missing: [],
    duration_s: 0,
    keep_replay: true,
    video_id: null,
  });
  const calls = {
    start: async ({ recording_id, way }) => {
      server.starts.push(recording_id);
      server.way = way ?? 'compatible';
      server.onStart();
      return { stream_id: STREAM_ID, playback_url: '' };
    },
    stop: async (_id, chunkCount) => {
      server.onStop();
      server.stops.push(chunkCount);
      server.endedBy ??= 'streamer';
      return receipt();
    },
    stopWithoutAnswer: (_id, chunkCount) => {
      server.lastWords.push(chunkCount);
      server.endedBy ??= 'streamer';
    },
    pauseWithoutAnswer: (_id, session) => void server.pauses.push(session),
    resume: async (_id, recordingId, recorded) => {
      server.onResume();
      server.resumes.push({ recordingId, recorded });
      const stored = Math.max(-1, ...server.stored.keys()) + 1;
      const next_seq = server.way === 'direct' ? stored : Math.max(stored, recorded);
      return { stream_id: STREAM_ID, session: server.resumes.length, next_seq, from_s: Date.now() / 1000 };
    },
    fetchBroadcast: async () => receipt(),
    fetchAddresses: async (_id, chunks, signal) => {
      const seqs = chunks.map(({ seq }) => seq);
      server.asked.push(seqs);
      await sleep(PUT_MS / 2, signal);
      server.onAsk(seqs);
      const stored = server.storedBy.compatible;
      server.addresses += 1;
      return {
        uploads: seqs
          .filter((seq) => !stored.has(seq))
          .map((seq) => ({ seq, url: `s3://${seq}?v=${server.addresses}`, headers: {} })),
        stored: seqs.filter((seq) => stored.has(seq)),
      };
    },
    putSegment: async (_id, { seq }, bytes, signal) => {
      server.puts.push(seq);
      await sleep(PUT_MS, signal);
      server.onAsk([seq]);
      await server.onPut(seq, { url: `/segments/${seq}` });
      server.storedBy.direct.set(seq, new TextDecoder().decode(bytes));
      server.onTaken(seq);
    },
    putPicture: async () => {
      server.pictures.push(Date.now());
      server.onPicture();
    },
    put: async (address, bytes, signal) => {
      server.puts.push(address.seq);
      await sleep(PUT_MS, signal);
      await server.onPut(address.seq, address);
      const stored = server.storedBy.compatible;
      if (stored.has(address.seq)) throw new StorageFailure(412);
      stored.set(address.seq, new TextDecoder().decode(bytes));
      server.onTaken(address.seq);
    },
  } satisfies Partial<BroadcasterPorts>;
  return Object.assign(server, { calls });
}

export type FakeServer = ReturnType<typeof createFakeServer>;

/** Sends as a broadcast of that way does; `waiting` as a queue answers it. */
export const senderTo = (
  { calls }: FakeServer,
  way: Way,
  waiting: () => readonly WaitingPiece[],
): SendPiece =>
  way === 'direct'
    ? (chunk, bytes, signal) => calls.putSegment(STREAM_ID, chunk, bytes, signal)
    : presignedSender({
        fetchAddresses: (chunks, signal) => calls.fetchAddresses(STREAM_ID, chunks, signal),
        put: calls.put,
        waiting,
      });

/** What lasts in a browser, beyond its tabs. */
export function createFakeProfile() {
  const broadcasts = new Map<string, StoredBroadcast>();
  const chunks = new Map<string, { streamId: string; chunk: WaitingPiece; bytes: ArrayBuffer }>();
  const locked = new Set<string>();
  const profile = { broadcasts, chunks, locked, isFull: false };
  const keyOf = (streamId: string, { way, seq }: PieceId) => `${streamId}/${way}/${seq}`;
  const store: PieceStore = {
    begin: async (broadcast) => void broadcasts.set(broadcast.streamId, broadcast),
    setCount: async (streamId, { direct: segmentCount, compatible: chunkCount }) => {
      const known = broadcasts.get(streamId);
      if (known) broadcasts.set(streamId, { ...known, chunkCount, segmentCount });
    },
    broadcasts: async (userId) => [...broadcasts.values()].filter((one) => one.userId === userId),
    drop: async (streamId) => {
      broadcasts.delete(streamId);
      for (const [key, kept] of chunks) if (kept.streamId === streamId) chunks.delete(key);
    },
    keep: async (streamId, chunk, bytes) => {
      if (profile.isFull) throw new DOMException('Full', 'QuotaExceededError');
      chunks.set(keyOf(streamId, chunk), { streamId, chunk, bytes });
      const known = broadcasts.get(streamId);
      const count = { direct: known?.segmentCount ?? 0, compatible: known?.chunkCount ?? 0 };
      await store.setCount(streamId, { ...count, [chunk.way]: chunk.seq + 1 });
    },
    pieces: async (streamId) =>
      [...chunks.values()]
        .filter((kept) => kept.streamId === streamId)
        .map(({ chunk }) => chunk)
        .toSorted((a, b) => b.way.localeCompare(a.way) || a.seq - b.seq),
    read: async (streamId, chunk) => chunks.get(keyOf(streamId, chunk))?.bytes ?? null,
    forget: async (streamId, chunk) => void chunks.delete(keyOf(streamId, chunk)),
  };
  const lock = async (streamId: string) => {
    if (locked.has(streamId)) return null;
    locked.add(streamId);
    return () => void locked.delete(streamId);
  };
  return Object.assign(profile, { store, lock });
}

export type FakeProfile = ReturnType<typeof createFakeProfile>;

/** The network of a tab. */
export function createFakeNetwork() {
  const listeners = new Set<() => void>();
  const network = { isOnline: true };
  const ports = {
    isOnline: () => network.isOnline,
    onOnline: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    untilOnline: () => new Promise<void>((resolve) => void listeners.add(resolve)),
    sleep,
    nowMs: Date.now,
    random: () => 0.5,
  };
  return Object.assign(network, {
    ports,
    comeBack: () => {
      network.isOnline = true;
      for (const listener of listeners) listener();
    },
  });
}
