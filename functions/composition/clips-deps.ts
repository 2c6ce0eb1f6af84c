/** Wires clips. Loaded by their first request. */
import type { Table } from '#functions/aws/table/table.ts';
import { lazyPort } from '#functions/base/async/lazy-port.ts';
import { channelsRepository } from '#functions/channels/table/channels.repository.ts';
import type { SourceDeps } from '#functions/clips/clip-source.service.ts';
import { clipsAround } from '#functions/clips/clips-around.repository.ts';
import type { ClipsDeps } from '#functions/clips/clips.service.ts';
import type { VideoDeps } from '#functions/videos/transcode.adapters.ts';
import { readVideo } from '#functions/videos/table/video.change.ts';
import { addView } from '#functions/videos/table/views.repository.ts';
import { clipCleanupDeps } from './clip-cleanup.ts';
import { ifOpen } from './open-broadcasts.ts';

interface ClipsNeeds extends Pick<ClipsDeps, 'viewerOf'>, Pick<SourceDeps, 'broadcasts'> {
  readonly table: Table;
  readonly videoDeps: Pick<VideoDeps, 'mediaFiles' | 'budgets' | 'clock' | 'report'>;
  readonly buckets: { readonly MEDIA_BUCKET: string; readonly RECORDINGS_BUCKET: string };
}

export const clipsDeps = async ({
  table,
  videoDeps,
  broadcasts,
  buckets,
  viewerOf,
}: ClipsNeeds): Promise<ClipsDeps> => ({
  ...(await clipCleanupDeps(table, videoDeps)),
  files: lazyPort(async () => {
    const { clipFiles } = await import('#functions/clips/clip-files.s3.ts');
    return clipFiles({ bucket: buckets.MEDIA_BUCKET, recordingsBucket: buckets.RECORDINGS_BUCKET });
  }),
  readVideo: (id) => readVideo(table, id),
  channels: channelsRepository(table),
  broadcasts: async () => {
    const all = await broadcasts();
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
    const { refusal } = await checkAdmission({ rooms: roomReads(table), clock: videoDeps.clock }, draft);
    if (refusal) throw refusal;
  },
  budgets: videoDeps.budgets,
  viewerOf,
  addView: (id, viewer, nowMs) => addView(table, `CLIP#${id}`, viewer, nowMs),
});
