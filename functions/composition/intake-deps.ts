/** For the requests of people who broadcast from the camera. Their broadcasts become videos. */
import { ulid } from 'ulid';
import { lazyPort } from '#functions/base/async/lazy-port.ts';
import type { IntakeDeps } from '#functions/browser-stream/deps.ts';
import { processingAdapters } from '#functions/browser-stream/processing.adapters.ts';
import { chunkNamesRepository } from '#functions/browser-stream/table/chunks.repository.ts';
import { interruptionsRepository } from '#functions/browser-stream/table/interruptions.repository.ts';
import type { LambdaContext } from '#functions/http/context.ts';
import { streamingRepository } from '#functions/streaming/table/streaming.repository.ts';
import type { Replay } from '#functions/videos/replay.ts';
import { costsOf } from './channel-costs.ts';

export function intakeDeps({ table, environment }: LambdaContext<'publishing'>): IntakeDeps {
  const processing = processingAdapters(table, { ...environment, WINDOWS_QUEUE_ARN: '' });
  const streams = streamingRepository(table);
  return {
    ...processing,
    costs: costsOf(table, environment.SHOW_COSTS === 'yes'),
    chunkNames: chunkNamesRepository(table),
    interruptions: interruptionsRepository(table),
    segments: lazyPort(async () => {
      const { segmentFiles } = await import('#functions/browser-stream/adapters/segment-files.s3.ts');
      return segmentFiles({ ...table.client.config, bucket: environment.MEDIA_BUCKET });
    }),
    videos: lazyPort(async () => {
      const [{ publishReplay }, { transcodeAdapters }, { withClipCleanup }] = await Promise.all([
        import('#functions/videos/replays.service.ts'),
        import('#functions/videos/transcode.adapters.ts'),
        import('./clip-cleanup.ts'),
      ]);
      const deps = withClipCleanup(table, transcodeAdapters(table, environment));
      return { publish: (replay: Replay) => publishReplay(deps, replay) };
    }),
    keptReplays: {
      find: async (channelId) => (await streams.find(channelId)).keepsReplay,
      save: streams.saveKeepsReplay,
    },
    stage: { ...processing.stage, maxBroadcasts: Number(environment.MAX_BROADCASTS) },
    newId: () => ulid(),
  };
}
