import { CHUNK_INTERVAL_MS, MAX_BROADCAST_CHUNKS, MAX_CHUNK_BYTES } from '#shared/limits.ts';
import { DomainError } from '#functions/base/errors.ts';
import type { Broadcast } from '../../broadcast.ts';
import { beginsRecording } from '../../media/compatible/webm/chunk-check.ts';
import { requireOwn } from '../../own-broadcast.ts';
import type { NamedChunk } from '../../table/chunks.repository.ts';
import { requireFreeSlot } from './change-way.service.ts';
import { chargeAfterEnd } from '../../recordable.ts';
import { chunkEndMs, requireAcceptedChunks } from './chunk-limit.ts';
import { refusalOfBytes } from './chunk-refusal.ts';
import type { IntakeDeps } from '../../deps.ts';

/** Chunks without a number are numbered by the times in their files' names. */

/** A longer gap means that chunks are missing. */
const MAX_INTERVALS = 1.5;
/** The first chunk and the latest ones are kept. */
const MAX_REMEMBERED = 50;

/** A date of ISO 8601, with any separators that file systems allow. */
const DATE = /(\d{4}-\d\d-\d\d)[T_ ](\d\d)[:_.-]?(\d\d)[:_.-]?(\d\d)(?:[.,_-]?(\d{1,3}))?/;

/** The time in a file's name, in ms since 1970: `1767225600000.webm` in ms or in s, or `2026-01-01T00-00-00.000Z.webm`. */
export function timeInName(name: string): number | undefined {
  const ms = /(?<!\d)\d{13}(?!\d)/.exec(name)?.[0];
  if (ms) return Number(ms);
  const seconds = /(?<!\d)\d{10}(?!\d)/.exec(name)?.[0];
  if (seconds) return Number(seconds) * 1000;
  const [, day, hours, minutes, second, fraction = '0'] = DATE.exec(name) ?? [];
  if (!day) return undefined;
  const atMs = Date.parse(`${day}T${hours}:${minutes}:${second}.${fraction.padEnd(3, '0')}Z`);
  return Number.isNaN(atMs) ? undefined : atMs;
}

interface UnnumberedChunk {
  readonly atMs: number;
  readonly isFirst: boolean;
  /** The number estimated from the time since the start, from 1; used where no neighbour is known. */
  readonly likelySeq: number;
}

/** The number of a chunk by its neighbours in time; `null` if none is free, or a second recording starts. */
export function numberByTime(
  known: readonly NamedChunk[],
  { atMs, isFirst, likelySeq }: UnnumberedChunk,
): number | null {
  const same = known.find((chunk) => chunk.atMs === atMs);
  if (same) return isFirst === (same.seq === 0) ? same.seq : null;
  if (isFirst) return known.some(({ seq }) => seq === 0) ? null : 0;
  const before = known.findLast((chunk) => chunk.atMs < atMs);
  const after = known.find((chunk) => chunk.atMs > atMs);
  const lowest = before ? before.seq + 1 : 1;
  const highest = after ? after.seq - 1 : MAX_BROADCAST_CHUNKS - 1;
  if (lowest > highest) return null;
  const seq = before
    ? before.seq + stepsIn(atMs - before.atMs)
    : after
      ? after.seq - stepsIn(after.atMs - atMs)
      : likelySeq;
  return Math.min(highest, Math.max(lowest, seq));
}

/** The distance to the neighbouring chunk counts, because timers drift with each chunk. */
const stepsIn = (ms: number): number =>
  ms <= MAX_INTERVALS * CHUNK_INTERVAL_MS ? 1 : Math.round(ms / CHUNK_INTERVAL_MS);

export function withNumber(known: readonly NamedChunk[], chunk: NamedChunk): NamedChunk[] {
  const all = [...known.filter(({ seq }) => seq !== chunk.seq), chunk].toSorted((a, b) => a.seq - b.seq);
  return all.length <= MAX_REMEMBERED ? all : [...all.slice(0, 1), ...all.slice(1 - MAX_REMEMBERED)];
}

interface ChunkForm {
  readonly streamId: string;
  readonly file: File;
  /** The form's other fields; `seq` is the chunk's number. */
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Stores a chunk that was sent as a form, numbered by `seq` or by the time in its file's name. Idempotent. Throws
 * `not_found`, `forbidden`, `conflict`, `invalid_request`, `payload_too_large`, `too_many_requests`, `busy`, and
 * `unsupported_media_type` if it is not part of this recording.
 */
export async function uploadChunk(
  deps: IntakeDeps,
  channelId: string,
  { streamId, file, fields }: ChunkForm,
): Promise<{ seq: number; size: number }> {
  const broadcast = await requireOwn(deps.broadcasts, channelId, streamId);
  if (file.size === 0) throw new DomainError('invalid_request', 'chunk_empty');
  if (file.size > MAX_CHUNK_BYTES) throw new DomainError('payload_too_large', 'chunk_too_large');
  const given = givenSeq(fields['seq']);
  requireAcceptedChunks(broadcast, given === undefined ? [] : [given], deps.clock());
  await requireFreeSlot(deps, broadcast);
  const bytes = new Uint8Array(await file.arrayBuffer());
  await requireRecording(deps, broadcast, given ?? (beginsRecording(bytes) ? 0 : 1), bytes);
  const seq = given ?? (await seqByName(deps, broadcast, file.name, bytes));
  await chargeAfterEnd(deps, broadcast, chunkEndMs(broadcast, seq), true);
  await deps.chunks.put(broadcast, seq, bytes);
  return { seq, size: file.size };
}

function givenSeq(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,6}$/.test(text) && Number(text) < MAX_BROADCAST_CHUNKS) return Number(text);
  if (!/^\d+$/.test(text)) throw new DomainError('invalid_request', 'not_whole', { field: 'seq' });
  throw new DomainError('invalid_request', 'too_large', { field: 'seq', max: MAX_BROADCAST_CHUNKS - 1 });
}

async function requireRecording(
  { broadcasts, clock }: IntakeDeps,
  broadcast: Broadcast,
  seq: number,
  bytes: Uint8Array,
): Promise<void> {
  const { timeline } = await broadcasts.readTimeline(broadcast.id);
  const refusal = refusalOfBytes(broadcast, timeline.reader, { seq, bytes }, clock());
  if (refusal !== undefined) throw new DomainError('unsupported_media_type', 'not_a_chunk', { why: refusal });
}

async function seqByName(
  { chunkNames, clock }: IntakeDeps,
  broadcast: Broadcast,
  name: string,
  bytes: Uint8Array,
): Promise<number> {
  const atMs = timeInName(name);
  if (atMs === undefined) throw new DomainError('invalid_request', 'chunk_without_number');
  const nowMs = clock();
  const likelySeq = Math.round((nowMs - broadcast.startedAtMs) / CHUNK_INTERVAL_MS) - 1;
  let seq: number | null = null;
  await chunkNames.update(broadcast.id, (known) => {
    seq = numberByTime(known, { atMs, isFirst: beginsRecording(bytes), likelySeq });
    if (seq === null) throw new DomainError('conflict', 'chunk_without_room');
    requireAcceptedChunks(broadcast, [seq], nowMs);
    return known.some((chunk) => chunk.atMs === atMs) ? null : withNumber(known, { atMs, seq });
  });
  if (seq === null) throw new Error('The chunk got no number');
  return seq;
}
