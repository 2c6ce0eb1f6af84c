import { advance, type AdvancePorts, type Known } from './advance.service.ts';
import type { BroadcastKey, StoredChunk } from '../broadcast.ts';
import type { WindowJobReport } from '../ports/work.ts';
import { takeChunk, takeForgottenChunks } from '../chunks/take-chunk.service.ts';
import { takeResult } from './window-results.service.ts';

/** Storage has taken a chunk of a recording: whoever uploaded it was told so, and it must not be lost from here on. */
export async function onChunkStored(
  ports: AdvancePorts,
  key: BroadcastKey,
  chunk: StoredChunk,
): Promise<void> {
  const { broadcasts, chunks } = ports;
  const broadcast = await broadcasts.find(key.id);
  if (!broadcast || broadcast.channelId !== key.channelId) return chunks.remove(key, chunk.seq);
  const stored = await broadcasts.readTimeline(key.id);
  if ((await takeChunk(ports, broadcast, stored.timeline, chunk)) === 'refused') return;
  await advance(ports, key.id, { mayWait: true, ...stillTrue({ broadcast, stored }) });
}

/** What was read before a chunk came; a broadcast that had its replay has work again with it. */
const stillTrue = (known: Known) => (known.broadcast.state === 'ended' ? {} : { known });

/** The broadcast was ended, or ended once more after all that was missing has come. */
export async function onEndMark(ports: AdvancePorts, { id }: BroadcastKey): Promise<void> {
  const broadcast = await ports.broadcasts.find(id);
  // Of chunks whose events were lost nobody else would know any more.
  if (broadcast?.state === 'ended') await takeForgottenChunks(ports, broadcast, 0);
  await advance(ports, id);
}

/** Takes in how the job of a window stands. News may come late, twice and in any order. */
export async function onWindowJob(ports: AdvancePorts, report: WindowJobReport): Promise<void> {
  if (report.status === 'running') return;
  const broadcast = await ports.broadcasts.find(report.id);
  if (!broadcast || broadcast.channelId !== report.channelId) return;
  await takeResult(ports, broadcast, report);
  // Where one window is done there may be room for the next, or it was the last one.
  await advance(ports, report.id, { mayWait: true, known: { broadcast } });
}
