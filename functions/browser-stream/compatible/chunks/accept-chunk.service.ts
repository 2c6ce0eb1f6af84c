import type { WindowDeps } from '../../deps.ts';
import { switchToCompatible } from './change-way.service.ts';
import { refusalOfBytes, refusalOfMetadata } from './chunk-refusal.ts';
import type { Broadcast, StoredChunk } from '../../broadcast.ts';
import { recordingOf } from '../../recordable.ts';
import type { Timeline } from '../../media/compatible/timeline.ts';

type AcceptDeps = Pick<WindowDeps, 'broadcasts' | 'chunks' | 'clock' | 'report'>;

class RefusedChunkError extends Error {
  override readonly name = 'RefusedChunkError';
}

/** Adds an uploaded chunk to its broadcast, or deletes it if it is refused. `known`: the chunk was added before. */
export async function acceptChunk(
  deps: AcceptDeps,
  broadcast: Broadcast,
  timeline: Timeline,
  chunk: StoredChunk,
): Promise<'added' | 'known' | 'refused'> {
  const { broadcasts, chunks, clock, report } = deps;
  const { seq } = chunk;
  const { id } = broadcast;
  if ((await broadcasts.listChunks(id, seq, seq)).length > 0) return 'known';
  const nowMs = clock();
  let refusal = refusalOfMetadata(broadcast, chunk, nowMs);
  try {
    const bytes = await chunks.read(broadcast, seq);
    refusal ??= refusalOfBytes(broadcast, timeline.reader, { seq, bytes }, nowMs);
  } catch (error) {
    // It was refused before, and its event is delivered again.
    if (await isGone(chunks, broadcast, seq)) return 'refused';
    throw error;
  }
  if (refusal === undefined) {
    await switchToCompatible(deps, broadcast, chunk);
    return (await addChunk(deps, broadcast, chunk)) ? 'added' : 'known';
  }
  report('browser-stream.chunk', new RefusedChunkError(`Chunk ${seq} of ${id}: ${refusal}`));
  await chunks.remove(broadcast, seq);
  return 'refused';
}

/** A chunk of a live broadcast renews the broadcast's transcoding slot. */
async function addChunk({ broadcasts }: AcceptDeps, broadcast: Broadcast, chunk: StoredChunk) {
  const { id, state } = broadcast;
  if (state === 'live') await broadcasts.renewSlot(id, chunk.arrivedAtMs);
  const recording = recordingOf(broadcast, chunk.seq);
  return broadcasts.addChunk(id, { ...chunk, ...(recording && { recording }) });
}

async function isGone(chunks: AcceptDeps['chunks'], broadcast: Broadcast, seq: number): Promise<boolean> {
  return (await chunks.list(broadcast, seq))[0]?.seq !== seq;
}

/** Adds stored chunks from `fromSeq` on whose events were lost or delayed. Returns how many. */
export async function recoverChunks(
  deps: AcceptDeps,
  broadcast: Broadcast,
  fromSeq: number,
): Promise<number> {
  const [stored, known] = await Promise.all([
    deps.chunks.list(broadcast, fromSeq),
    deps.broadcasts.listChunks(broadcast.id, fromSeq),
  ]);
  const knownSeqs = new Set(known.map(({ seq }) => seq));
  const missing = stored.filter(({ seq }) => !knownSeqs.has(seq));
  if (missing.length === 0) return 0;
  const { timeline } = await deps.broadcasts.readTimeline(broadcast.id);
  // Another page may have continued it since it was read.
  const latest = (await deps.broadcasts.find(broadcast.id)) ?? broadcast;
  let added = 0;
  for (const chunk of missing) if ((await acceptChunk(deps, latest, timeline, chunk)) === 'added') added += 1;
  return added;
}
