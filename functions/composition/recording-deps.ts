/** What events of recordings and the minute tick need of them. */
import { lazyPort } from '#functions/base/async/lazy-port.ts';
import { showLiveRecording } from '#functions/channels/table/live-channels.repository.ts';
import { recordingsRepository } from '#functions/streaming/recordings/recordings.repository.ts';
import { endedBroadcasts } from '#functions/streaming/table/ended-broadcasts.repository.ts';
import { ingestChannels } from '#functions/streaming/table/ingest-channels.repository.ts';
import type { EventDeps, EventsContext } from './event-deps.ts';

export const recordingDeps = (
  { table, environment }: EventsContext,
  { streaming, videoDeps, camera }: EventDeps,
) => ({
  streams: streaming.streams,
  channels: streaming.channels,
  endedBroadcasts: endedBroadcasts.bind(null, table),
  showLive: showLiveRecording.bind(null, table),
  recordings: recordingsRepository(table),
  files: lazyPort(async () => {
    const { recordingFiles } = await import('#functions/streaming/recordings/recording-files.s3.ts');
    return recordingFiles({ bucket: environment.RECORDINGS_BUCKET });
  }),
  publishReplay: camera.videos.publish,
  discard: (filesPrefix: string) => videoDeps.mediaFiles.deleteAll(filesPrefix),
  discardSome: (filesPrefix: string, isKept: (key: string) => boolean) =>
    videoDeps.mediaFiles.deleteAll(filesPrefix, { isKept }),
  recordingsBucket: environment.RECORDINGS_BUCKET,
  ownerOf: ingestChannels(table).ownerOf,
});
