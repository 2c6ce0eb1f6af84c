import { CHUNK_INTERVAL_MS, MAX_BROADCAST_CHUNKS, MAX_CHUNK_BYTES } from '../../../../shared/limits.ts';
import { DomainError } from '../../../base/errors.ts';
import type { Broadcast } from '../../broadcast.ts';
import { requireRoom } from './change-way.service.ts';
import { CHUNK_TOO_LARGE, requireTaken } from './chunk-limit.ts';
import { numberByTime, timeInName, withNumber } from './chunk-names.ts';
import { refusalOfBytes } from './chunk-refusal.ts';
import { requireOwn } from '../../own-broadcast.ts';
import type { UploadDeps } from './upload.service.ts';
import { beginsRecording } from '../../media/compatible/webm/chunk-check.ts';

export interface ChunkForm {
  readonly streamId: string;
  readonly file: File;
  /** The form's other fields; `seq` is the chunk's number. */
  readonly fields: Readonly<Record<string, string>>;
}

/**
 * Stores one chunk of the caller's broadcast that came as a form, numbered by `seq` or by the time in its file's name;
 * the same chunk once more changes nothing. Throws `not_found`, `forbidden`, `conflict`, `invalid_request`,
 * `payload_too_large`, `unavailable`, and `unsupported_media_type` where it is no part of this recording.
 */
export async function uploadChunk(
  deps: UploadDeps,
  channelId: string,
  { streamId, file, fields }: ChunkForm,
): Promise<{ seq: number; size: number }> {
  const broadcast = await requireOwn(deps.broadcasts, channelId, streamId);
  if (file.size === 0) throw new DomainError('invalid_request', 'This chunk is empty.');
  if (file.size > MAX_CHUNK_BYTES) throw new DomainError('payload_too_large', CHUNK_TOO_LARGE);
  const given = givenSeq(fields['seq']);
  requireTaken(broadcast, given === undefined ? [] : [given], deps.clock());
  await requireRoom(deps, broadcast);
  const bytes = new Uint8Array(await file.arrayBuffer());
  await requireRecording(deps, broadcast, given ?? (beginsRecording(bytes) ? 0 : 1), bytes);
  const seq = given ?? (await seqByName(deps, broadcast, file.name, bytes));
  await deps.chunks.put(broadcast, seq, bytes);
  return { seq, size: file.size };
}

function givenSeq(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,6}$/.test(text) && Number(text) < MAX_BROADCAST_CHUNKS) return Number(text);
  throw new DomainError(
    'invalid_request',
    `Seq must be a whole number from 0 to ${MAX_BROADCAST_CHUNKS - 1}.`,
  );
}

async function requireRecording(
  { broadcasts, clock }: UploadDeps,
  { id, startedAtMs }: Broadcast,
  seq: number,
  bytes: Uint8Array,
): Promise<void> {
  const { timeline } = await broadcasts.readTimeline(id);
  const refusal = refusalOfBytes(seq, bytes, timeline.reader.header, clock() - startedAtMs);
  if (refusal !== undefined)
    throw new DomainError('unsupported_media_type', `This is not a chunk of your broadcast. ${refusal}.`);
}

async function seqByName(
  { chunkNames, clock }: UploadDeps,
  broadcast: Broadcast,
  name: string,
  bytes: Uint8Array,
): Promise<number> {
  const atMs = timeInName(name);
  if (atMs === undefined) throw new DomainError('invalid_request', NO_NUMBER);
  const nowMs = clock();
  const likelySeq = Math.round((nowMs - broadcast.startedAtMs) / CHUNK_INTERVAL_MS) - 1;
  let seq: number | null = null;
  await chunkNames.update(broadcast.id, (known) => {
    seq = numberByTime(known, { atMs, isFirst: beginsRecording(bytes), likelySeq });
    if (seq === null) throw new DomainError('conflict', NO_PLACE);
    requireTaken(broadcast, [seq], nowMs);
    return known.some((chunk) => chunk.atMs === atMs) ? null : withNumber(known, { atMs, seq });
  });
  if (seq === null) throw new Error('The chunk got no number');
  return seq;
}

const NO_NUMBER =
  'Number the chunk by the field ‘seq’, or name its file by the time at which it was made, such as 1767225600000.webm.';
const NO_PLACE =
  'There is no room for this chunk among those that came before. Number chunks by the field ‘seq’.';
