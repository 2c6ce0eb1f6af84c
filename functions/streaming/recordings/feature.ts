import type { EventBridgeEvent } from 'aws-lambda';
import { lazyPort } from '#functions/base/async/lazy-port.ts';
import { showLiveRecording } from '#functions/channels/table/live-channels.repository.ts';
import type { EventDeps, EventsContext } from '#functions/composition/event-deps.ts';
import { endedAirings } from '../table/airings.repository.ts';
import { ingestChannels } from '../table/ingest-channels.repository.ts';
import { onRecordingStateChange, onRecordingStored } from './recording-events.handlers.ts';
import { recordingsRepository } from './recordings.repository.ts';

/** Handles events of recordings, from IVS and from their bucket. */
export function onRecordingEvent(
  { table, environment }: EventsContext,
  { streaming, videoDeps, camera }: EventDeps,
  event: EventBridgeEvent<string, object>,
): Promise<void> {
  const deps = {
    streams: streaming.streams,
    channels: streaming.channels,
    endedAirings: endedAirings.bind(null, table),
    showLive: showLiveRecording.bind(null, table),
    recordings: recordingsRepository(table),
    files: lazyPort(async () => {
      const { recordingFiles } = await import('./recording-files.s3.ts');
      return recordingFiles({ bucket: environment.RECORDINGS_BUCKET });
    }),
    publishReplay: camera.videos.publish,
    discard: (filesPrefix: string) => videoDeps.mediaFiles.deleteAll(filesPrefix),
    recordingsBucket: environment.RECORDINGS_BUCKET,
    ownerOf: ingestChannels(table).ownerOf,
  };
  return event['detail-type'] === 'IVS Recording State Change'
    ? onRecordingStateChange(deps, event)
    : onRecordingStored(deps, event);
}
