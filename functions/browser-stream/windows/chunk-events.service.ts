import { advance } from './advance.service.ts';
import type { BroadcastKey, StoredChunk } from '../broadcast.ts';
import type { ProcessingPorts } from '../processing.ports.ts';
import { takeChunk, takeForgottenChunks } from '../chunks/take-chunk.service.ts';

/** Storage has taken a chunk of a recording: whoever uploaded it was told so, and it must not be lost from here on. */
export async function onChunkStored(
  ports: ProcessingPorts,
  key: BroadcastKey,
  chunk: StoredChunk,
): Promise<void> {
  const { broadcasts, chunks } = ports;
  const broadcast = await broadcasts.find(key.id);
  if (!broadcast || broadcast.channelId !== key.channelId) return chunks.remove(key, chunk.seq);
  if ((await takeChunk(ports, broadcast, chunk)) === 'refused') return;
  await advance(ports, key.id, { mayWait: true });
}

/** The broadcast was ended, or ended once more after all that was missing has come. */
export async function onEndMark(ports: ProcessingPorts, { id }: BroadcastKey): Promise<void> {
  const broadcast = await ports.broadcasts.find(id);
  // Of chunks whose events were lost nobody else would know any more.
  if (broadcast?.state === 'ended') await takeForgottenChunks(ports, broadcast, 0);
  await advance(ports, id);
}
