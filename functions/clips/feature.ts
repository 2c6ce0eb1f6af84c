import { lazyPort } from '#functions/base/async/lazy-port.ts';
import { channelsRepository } from '#functions/channels/table/channels.repository.ts';
import { clipCleanupDeps } from '#functions/composition/clip-cleanup.ts';
import { ifOpen } from '#functions/composition/open-broadcasts.ts';
import { viewerByPass } from '#functions/composition/viewer-by-pass.ts';
import type { LambdaContext } from '#functions/http/context.ts';
import { readVideo } from '#functions/videos/table/video-changes.repository.ts';
import { addView } from '#functions/videos/table/views.repository.ts';
import { transcodeAdapters } from '#functions/videos/transcode.adapters.ts';
import { clipsAround } from './table/clips-around.repository.ts';
import { clipsApp } from './clips.routes.ts';
import type { ClipsDeps } from './clips.service.ts';

export const feature = async (context: LambdaContext<'publishing'>) => clipsApp(await clipsDeps(context));

export async function clipsDeps(context: LambdaContext<'publishing'>): Promise<ClipsDeps> {
  const { table, environment, clock } = context;
  const videoDeps = { ...transcodeAdapters(table, environment), clock };
  return {
    ...(await clipCleanupDeps(table, videoDeps)),
    files: lazyPort(async () => {
      const { clipFiles } = await import('./clip-files.s3.ts');
      return clipFiles({ bucket: environment.MEDIA_BUCKET, recordingsBucket: environment.RECORDINGS_BUCKET });
    }),
    readVideo: (id) => readVideo(table, id),
    channels: channelsRepository(table),
    broadcasts: async () => {
      const { broadcastsRepository } =
        await import('#functions/browser-stream/table/broadcasts.repository.ts');
      const all = broadcastsRepository(table);
      return { ...all, findLatest: async (id) => ifOpen(table, await all.findLatest(id)) };
    },
    recordedStreamAt: async (channel, atMs) => {
      const { recordedStreamAt } =
        await import('#functions/streaming/recordings/recorded-stream.repository.ts');
      return recordedStreamAt(table, channel, atMs);
    },
    around: (clips) => clipsAround(table, clips),
    requireAdmission: async (draft) => {
      const [{ checkAdmission }, { roomReads }] = await Promise.all([
        import('#functions/chat/rooms/admission.service.ts'),
        import('#functions/chat/rooms/rooms.repository.ts'),
      ]);
      const { refusal } = await checkAdmission({ rooms: roomReads(table), clock }, draft);
      if (refusal) throw refusal;
    },
    budgets: videoDeps.budgets,
    viewerOf: viewerByPass('clip', context),
    addView: (id, viewer, nowMs) => addView(table, `CLIP#${id}`, viewer, nowMs),
  };
}
