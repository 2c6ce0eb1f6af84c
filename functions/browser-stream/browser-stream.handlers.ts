import type { EventBridgeEvent } from 'aws-lambda';
import { readChunkKey } from './chunks/chunk-keys.ts';
import type { ProcessingPorts } from './ports.ts';
import { isWindowJob, reportOf } from './windows/window-job-report.ts';
import type { JobDetail } from '../aws/jobs/mediaconvert-jobs.ts';

/** The detail of S3's *Object Created*, as far as we read it. */
export interface ObjectDetail {
  readonly object?: { readonly key?: string; readonly size?: number };
}

/**
 * *Object Created*, as EventBridge delivers it: a chunk of a recording, or the mark of its end. Objects of others are
 * ignored. The media core is loaded by the first one.
 */
export async function onObjectCreated(
  ports: ProcessingPorts,
  { detail }: EventBridgeEvent<string, ObjectDetail>,
): Promise<void> {
  const { key = '', size: sizeBytes = 0 } = detail.object ?? {};
  const place = readChunkKey(key);
  if (!place) return;
  const { broadcast, what } = place;
  const { onChunkStored, onEndMark } = await import('./windows/events.service.ts');
  if (what === 'end') await onEndMark(ports, broadcast);
  else await onChunkStored(ports, broadcast, { seq: what, sizeBytes, arrivedAtMs: ports.clock() });
}

/** Whether *MediaConvert Job State Change* tells of a window's job. */
export const isOfWindow = ({ detail }: EventBridgeEvent<string, JobDetail>): boolean =>
  isWindowJob(detail.userMetadata);

/** *MediaConvert Job State Change*, as EventBridge delivers it. */
export async function onWindowJobStateChange(
  ports: ProcessingPorts,
  { detail }: EventBridgeEvent<string, JobDetail>,
): Promise<void> {
  const report = reportOf(detail);
  if (!report || report.status === 'running') return;
  const { onWindowJob } = await import('./windows/events.service.ts');
  await onWindowJob(ports, report);
}

/** The minute tick. While there is no broadcast it costs one read. */
export async function onBroadcastsTick(ports: ProcessingPorts): Promise<void> {
  const first = await ports.broadcasts.listActive().next();
  if (first.done) return;
  const { tickBroadcasts } = await import('./windows/tick.service.ts');
  await tickBroadcasts(ports);
}
