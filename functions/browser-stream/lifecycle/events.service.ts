import { advance, type AdvancePorts } from './advance.service.ts';
import type { BroadcastKey } from '../broadcast.ts';
import type { WindowJobReport } from '../ports/work.ts';
import { takeForgottenChunks } from '../compatible/chunks/take-chunk.service.ts';
import { takeResult } from '../compatible/windows/window-results.service.ts';

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
