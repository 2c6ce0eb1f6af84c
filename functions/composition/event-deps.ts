/** What the events of streams, videos and camera broadcasts share, with each other and with the minute tick. */
import { lazyPort } from '#functions/base/async/lazy-port.ts';
import type { ProcessingDeps } from '#functions/browser-stream/deps.ts';
import { processingAdapters } from '#functions/browser-stream/processing.adapters.ts';
import { channelsRepository } from '#functions/channels/table/channels.repository.ts';
import type { LambdaContext } from '#functions/http/context.ts';
import { budgetsOf } from '#functions/limits/limits.adapters.ts';
import { playbackAddresses } from '#functions/streaming/playback-address.ts';
import { leasesRepository, streamingRepository } from '#functions/streaming/table/streaming.repository.ts';
import { discardFiles } from '#functions/videos/discard.service.ts';
import type { Replay } from '#functions/videos/replay.ts';
import { transcodeAdapters, type VideoDeps } from '#functions/videos/transcode.adapters.ts';
import { storyboardVtt } from '#functions/videos/transcode/storyboard.ts';
import { costsOf } from './channel-costs.ts';
import { withClipCleanup } from './clip-cleanup.ts';

export type EventsContext = Pick<LambdaContext<'events'>, 'table' | 'environment'>;

export type EventDeps = ReturnType<typeof eventDeps>;

export function eventDeps({ table, environment }: EventsContext) {
  const costs = costsOf(table, false);
  const streaming = {
    costs,
    budgets: budgetsOf(table, environment),
    streams: streamingRepository(table),
    leases: leasesRepository(table),
    addresses: playbackAddresses(environment.PLAYBACK_SECRET),
    channels: channelsRepository(table),
    // Events start and end streams of channels that IVS has.
    ingest: lazyPort(async () => {
      const { ivsIngest } = await import('#functions/streaming/streaming.ivs.ts');
      return ivsIngest({ rtmpUrlTemplate: '', recordingConfigurationArn: '' });
    }),
    clock: Date.now,
  };
  const videoDeps = withClipCleanup(table, transcodeAdapters(table, environment));
  const camera: ProcessingDeps = {
    ...processingAdapters(table, environment),
    costs,
    videos: replayVideos(videoDeps),
  };
  return { streaming, videoDeps, camera };
}

const replayVideos = (videoDeps: VideoDeps): ProcessingDeps['videos'] => ({
  publish: async (replay: Replay) => {
    const { publishReplay } = await import('#functions/videos/replays.service.ts');
    return publishReplay(videoDeps, replay);
  },
  discard: (files) => discardFiles(videoDeps, files),
  exists: async (videoId) => (await videoDeps.videos.find(videoId)) !== null,
  improve: async (films) => {
    const { improveRecording } = await import('#functions/videos/improve.service.ts');
    await improveRecording(videoDeps, films);
  },
  storyboard: storyboardVtt,
});
