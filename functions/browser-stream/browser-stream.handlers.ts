import type { ProcessingDeps } from './deps.ts';
import type { EventBridgeEvent } from 'aws-lambda';
import { readChunkKey } from './adapters/compatible/keys.ts';
import type { WindowDeps } from './deps.ts';
import { isWindowJob, reportOf } from './adapters/compatible/window-transcoder.ts';
import type { JobDetail } from '#functions/aws/jobs/mediaconvert-jobs.ts';

export interface ObjectDetail {
  readonly object?: { readonly key?: string; readonly size?: number };
}

/** Handles *Object Created* of a chunk; ignores other objects. The first chunk loads the media code. */
export async function onChunkCreated(
  deps: WindowDeps,
  { detail }: EventBridgeEvent<string, ObjectDetail>,
): Promise<void> {
  const { key = '', size: sizeBytes = 0 } = detail.object ?? {};
  const place = readChunkKey(key);
  if (!place || place.what === 'end') return;
  const { onChunkStored } = await import('./compatible/windows/plan-and-submit.service.ts');
  await onChunkStored(deps, place.broadcast, { seq: place.what, sizeBytes, arrivedAtMs: deps.clock() });
}

export async function onEndMarked(
  deps: ProcessingDeps,
  { detail }: EventBridgeEvent<string, ObjectDetail>,
): Promise<void> {
  const place = readChunkKey(detail.object?.key ?? '');
  if (place?.what !== 'end') return;
  const { onEndMark } = await import('./lifecycle/advance.service.ts');
  await onEndMark(deps, place.broadcast);
}

/** Whether a *MediaConvert Job State Change* is about a window's job. */
export const isOfWindow = ({ detail }: EventBridgeEvent<string, JobDetail>): boolean =>
  isWindowJob(detail.userMetadata);

export async function onWindowJobStateChange(
  deps: ProcessingDeps,
  { detail }: EventBridgeEvent<string, JobDetail>,
): Promise<void> {
  const report = reportOf(detail);
  if (!report || report.status === 'running') return;
  const { onWindowJob } = await import('./lifecycle/advance.service.ts');
  await onWindowJob(deps, report);
}

/** The number of broadcasts that need jobs, which is measured. */
export async function countCameraSlots({ broadcasts, measure, clock }: ProcessingDeps): Promise<number> {
  const cameraSlots = await broadcasts.countActive(clock());
  measure({ name: 'CameraSlots', value: cameraSlots });
  return cameraSlots;
}

/** The minute tick, for these active broadcasts. */
export async function onBroadcastsTick(
  deps: ProcessingDeps,
  ids: readonly string[],
  cameraSlots = () => countCameraSlots(deps),
): Promise<void> {
  if (ids.length === 0) return;
  const { tickBroadcasts } = await import('./lifecycle/tick.service.ts');
  await tickBroadcasts(deps, ids, cameraSlots);
}
