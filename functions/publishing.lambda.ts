import { ulid } from 'ulid';
import { lazyPort } from '#functions/base/async/lazy-port.ts';
import { openTable } from './aws/table/table.ts';
import { channelsRepository } from './channels/table/channels.repository.ts';
import type { Replay } from './videos/replay.ts';
import { detailsRepository } from './channels/table/details.repository.ts';
import { channelNames } from './channels/table/channels.repository.ts';
import { readEnvironment } from './environment.ts';
import { sessionAuthenticator } from '#functions/auth/sessions/authenticator.ts';
import { httpHandler } from './http/lambda.ts';
import { rateCounterOf, budgetsOf } from './limits/limits.adapters.ts';
import { once } from '#functions/base/async/once.ts';
import { passSigner } from './passes/pass.signer.ts';
import { viewerOf } from './passes/passes.service.ts';
import { tableWithChangeEvents } from './realtime/change-events.ts';
import { leasesRepository, streamingRepository } from './streaming/table/streaming.repository.ts';

const environment = readEnvironment('publishing');
const table = tableWithChangeEvents(openTable(environment.TABLE_NAME), environment.REALTIME_HTTP_URL);

const channels = channelsRepository(table);
const budgets = budgetsOf(table, environment);
const costs = lazyPort(async () => {
  const [{ channelCosts }, { costsRepository }, { audienceRepository }] = await Promise.all([
    import('./costs/costs.ts'),
    import('./costs/costs.repository.ts'),
    import('./presence/audience.repository.ts'),
  ]);
  return channelCosts({
    kept: costsRepository(table),
    audience: audienceRepository(table).list,
    isVisible: environment.SHOW_COSTS === 'yes',
    clock: Date.now,
  });
});
const ports = {
  budgets,
  costs,
  streams: streamingRepository(table),
  leases: leasesRepository(table),
  channels: { findById: channels.findCurrent },
  ingest: lazyPort(async () => {
    const { ivsIngest } = await import('./streaming/streaming.ivs.ts');
    return ivsIngest({
      rtmpUrlTemplate: environment.RTMP_URL_TEMPLATE,
      recordingConfigurationArn: environment.RECORDING_CONFIGURATION_ARN,
      playbackRestrictionPolicyArn: environment.PLAYBACK_RESTRICTION_POLICY_ARN,
    });
  }),
  clock: Date.now,
};

/** Loaded by the first request that makes a video or receives camera data. */
const videoDeps = once(async () => {
  const [{ transcodeAdapters }, { withClipCleanup }] = await Promise.all([
    import('./videos/transcode.adapters.ts'),
    import('./composition/clip-cleanup.ts'),
  ]);
  return withClipCleanup(table, transcodeAdapters(table, environment));
});

const camera = once(async () => {
  const { processingAdapters } = await import('./browser-stream/processing.adapters.ts');
  const { interruptionsRepository } = await import('./browser-stream/table/interruptions.repository.ts');
  const { chunkNamesRepository } = await import('./browser-stream/table/chunks.repository.ts');
  const processing = processingAdapters(table, { ...environment, WINDOWS_QUEUE_ARN: '' });
  return {
    ...processing,
    costs,
    chunkNames: chunkNamesRepository(table),
    interruptions: interruptionsRepository(table),
    segments: lazyPort(async () => {
      const { segmentFiles } = await import('./browser-stream/adapters/segment-files.s3.ts');
      return segmentFiles({ ...table.client.config, bucket: environment.MEDIA_BUCKET });
    }),
    videos: lazyPort(async () => {
      const { publishReplay } = await import('./videos/replays.service.ts');
      const deps = await videoDeps();
      return { publish: (replay: Replay) => publishReplay(deps, replay) };
    }),
    keptReplays: {
      find: async (channelId: string) => (await ports.streams.find(channelId)).keepsReplay,
      save: ports.streams.saveKeepsReplay,
    },
    stage: { ...processing.stage, maxBroadcasts: Number(environment.MAX_BROADCASTS) },
    newId: () => ulid(),
  };
});

const passes = { signer: passSigner(environment.PASS_KEYS), clock: Date.now };

const guards = {
  authenticator: sessionAuthenticator(table, environment.TOKEN_KEYS),
  rates: rateCounterOf(table, environment),
};

export const handler = httpHandler<'publishing'>(environment, guards, {
  streaming: async () => {
    const [{ streamingApp }, { receiptDeps }] = await Promise.all([
      import('./streaming/streaming.routes.ts'),
      import('./composition/receipt-deps.ts'),
    ]);
    return streamingApp(ports, receiptDeps(table, costs));
  },
  'stream-health': async () => {
    const [{ streamHealthApp }, { streamHealthDeps }] = await Promise.all([
      import('./stream-health/stream-health.routes.ts'),
      import('./composition/stream-health-deps.ts'),
    ]);
    return streamHealthApp(streamHealthDeps(table, ports.streams));
  },
  'browser-stream': async () => {
    const { browserStreamApp } = await import('./browser-stream/browser-stream.routes.ts');
    return browserStreamApp(await camera());
  },
  'GET /browser-stream/{stream_id}/captions': captions,
  'POST /browser-stream/{stream_id}/captions': captions,
  'PUT /browser-stream/{stream_id}/captions/settings': captions,
  'DELETE /browser-stream/{stream_id}/captions/{at}/{id}': captions,
  pictures: async () => {
    const { picturesApp } = await import('./pictures/pictures.routes.ts');
    const pictures = lazyPort(async () => {
      const { pictureStorage } = await import('./pictures/pictures.s3.ts');
      return pictureStorage({
        uploadsBucket: environment.UPLOADS_BUCKET,
        mediaBucket: environment.MEDIA_BUCKET,
      });
    });
    return picturesApp({ pictures, budgets, newId: () => ulid() });
  },
  videos: async () => {
    const [{ videosApp }, { captionsRepository }] = await Promise.all([
      import('./videos/videos.routes.ts'),
      import('./videos/captions/captions.repository.ts'),
    ]);
    return videosApp({
      ...(await videoDeps()),
      names: channelNames(table),
      captions: captionsRepository(table),
      viewerOf: (pass, id) => viewerOf(passes, { kind: 'video', id }, pass),
    });
  },
  clips: async () => {
    const [{ clipsApp }, { clipsDeps }] = await Promise.all([
      import('./clips/clips.routes.ts'),
      import('./composition/clips-deps.ts'),
    ]);
    return clipsApp(
      await clipsDeps({
        table,
        videoDeps: await videoDeps(),
        broadcasts: async () => (await camera()).broadcasts,
        buckets: environment,
        viewerOf: (pass, id) => viewerOf(passes, { kind: 'clip', id }, pass),
      }),
    );
  },
  'PUT /streamers/profile': async () => {
    const { profileApp } = await import('#functions/channels/channels.routes.ts');
    const { pictureDiscard } = await import('./videos/discard.service.ts');
    const { workWrite } = await import('./videos/table/work.repository.ts');
    const discard = (channelId: string, url: string) => [
      workWrite(table, pictureDiscard(channelId, url, Date.now())),
    ];
    return profileApp({ details: detailsRepository(table, discard) });
  },
  'PATCH /streamers/status': async () => {
    const { statusApp } = await import('./streaming/streaming.routes.ts');
    const { changeLatest } = await import('./browser-stream/lifecycle/change.service.ts');
    const { endLatest } = await import('./browser-stream/lifecycle/end.service.ts');
    return statusApp({
      ...ports,
      details: detailsRepository(table),
      endCamera: async (channelId) => endLatest(await camera(), channelId),
      changeCamera: async (channelId, change) => changeLatest(await camera(), channelId, change),
    });
  },
});

async function captions() {
  const [{ liveCaptionsApp }, { liveCaptionsDeps }] = await Promise.all([
    import('./browser-stream/captions/live-captions.routes.ts'),
    import('./composition/live-captions-deps.ts'),
  ]);
  return liveCaptionsApp(
    liveCaptionsDeps({ table, url: environment.REALTIME_HTTP_URL, rates: guards.rates }),
  );
}
