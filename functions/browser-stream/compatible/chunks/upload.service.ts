import type { IntakeDeps } from '../../deps.ts';
import type { ExpectedChunk } from '../../adapters/compatible/files.s3.ts';
import type { ChunkUrls, ChunkUrlsBody } from '#shared/live/browser-stream.ts';
import { DomainError } from '#functions/base/errors.ts';
import type { Broadcast } from '../../broadcast.ts';
import { requireFreeSlot } from './change-way.service.ts';
import { chargeAfterEnd } from '../../recordable.ts';
import { chunkEndMs, requireAcceptedChunks } from './chunk-limit.ts';
import { requireOwn } from '../../own-broadcast.ts';

/** Reading this many unneeded rows costs less than a second query. */
const MAX_GAP = 100;

/**
 * Signs upload URLs for chunks. Throws `not_found`, `forbidden`, `conflict`, `too_many_requests`, `busy`,
 * `invalid_request`.
 */
export async function chunkUrls(
  deps: IntakeDeps,
  channelId: string,
  { streamId, ...body }: ChunkUrlsBody & { readonly streamId: string },
): Promise<ChunkUrls> {
  const { broadcasts, chunks, clock } = deps;
  const broadcast = await requireOwn(broadcasts, channelId, streamId);
  const expected = announced(body);
  requireAcceptedChunks(
    broadcast,
    expected.map(({ seq }) => seq),
    clock(),
  );
  await requireFreeSlot(deps, broadcast);
  const stored = await storedOf(deps, broadcast, expected);
  const missing = expected.filter(({ seq }) => !stored.has(seq));
  await chargeAfterEnd(deps, broadcast, chunkEndMs(broadcast, missing.at(-1)?.seq ?? -1), true);
  return { uploads: await chunks.sign(broadcast, missing), stored: [...stored] };
}

function announced({ chunks }: ChunkUrlsBody): ExpectedChunk[] {
  const seqs = chunks.map(({ seq }) => seq);
  const twice = seqs.find((seq, index) => seqs.indexOf(seq) !== index);
  if (twice !== undefined) throw new DomainError('invalid_request', 'chunk_listed_twice', { seq: twice });
  return chunks
    .map(({ seq, size, sha256 }) => ({ seq, sizeBytes: size, ...(sha256 !== undefined && { sha256 }) }))
    .toSorted((a, b) => a.seq - b.seq);
}

async function storedOf(
  { broadcasts }: IntakeDeps,
  { id }: Broadcast,
  expected: readonly ExpectedChunk[],
): Promise<Set<number>> {
  const runs: { from: number; to: number }[] = [];
  for (const { seq } of expected) {
    const run = runs.at(-1);
    if (run && seq - run.to <= MAX_GAP) run.to = seq;
    else runs.push({ from: seq, to: seq });
  }
  const found = await Promise.all(runs.map(({ from, to }) => broadcasts.listChunks(id, from, to)));
  const known = new Set(found.flat().map(({ seq }) => seq));
  return new Set(expected.map(({ seq }) => seq).filter((seq) => known.has(seq)));
}
