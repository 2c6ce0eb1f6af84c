import { advance } from './advance.service.ts';
import type { ProcessingPorts, WindowJobReport } from '../ports.ts';
import { takeResult } from './window-results.service.ts';

/** Takes in how the job of a window stands. News may come late, twice and in any order. */
export async function onWindowJob(ports: ProcessingPorts, report: WindowJobReport): Promise<void> {
  if (report.status === 'running') return;
  const broadcast = await ports.broadcasts.find(report.id);
  if (!broadcast || broadcast.channelId !== report.channelId) return;
  await takeResult(ports, broadcast, report);
  // Where one window is done there may be room for the next, or it was the last one.
  await advance(ports, report.id, { mayWait: true, known: { broadcast } });
}
