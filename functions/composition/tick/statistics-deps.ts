/** Wires the minute tick's work on statistics. */
import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { type ChannelItem, channelKey } from '#functions/channels/index.ts';
import { recordedChatRepository } from '#functions/chat/recorded-chat.repository.ts';
import type { Fold } from '#functions/counters/index.ts';
import { type AudienceRepository, audienceRepository } from '#functions/presence/audience.repository.ts';
import { noteLive, rollupRepository } from '#functions/statistics/rollup.repository.ts';
import type { RollupDeps } from '#functions/statistics/rollup.service.ts';
import { noteVideo } from '#functions/statistics/video-totals.repository.ts';
import { type VideoItem, videoKey } from '#functions/videos/table/video.item.ts';
import { foldVideoCounts } from '#functions/videos/table/views.repository.ts';

/** Points of broadcasts are summed up later. */
export const audienceWithStatistics = (table: Table): Pick<AudienceRepository, 'add'> => ({
  add: async (channelId, point) => {
    await audienceRepository(table).add(channelId, point);
    const { startMs, atMs } = point;
    if (startMs !== undefined) await noteLive(table, channelId, { startMs, atMs });
  },
});

export const statisticsDeps = (table: Table): RollupDeps => {
  const audience = audienceRepository(table);
  return {
    ...rollupRepository(table),
    findTitle: async (channelId) => {
      const channel = await getItem<ChannelItem>(table, channelKey(channelId));
      return channel?.title ?? null;
    },
    readHour: audience.findHour,
    setMessages: audience.setMessages,
    countMessages: recordedChatRepository(table, Date.now).countByMinute,
    clock: Date.now,
  };
};

/** Folds the views and likes of a video, and notes the views with what was played in its channel's statistics. */
export const foldVideo: Fold = async (table, id, counted) => {
  const outcome = await foldVideoCounts(table, id, counted);
  if (outcome !== 'folded') return outcome;
  const attributes = ['channel_id', 'duration_s', 'created_at'] as const;
  const video = await getItem<VideoItem>(table, videoKey(id), { isConsistent: false, attributes });
  if (!video) return outcome;
  const { channel_id: channelId, duration_s, created_at: createdAt } = video;
  const totals = { views: await counted.total('views'), steps: await counted.total('steps') };
  await noteVideo(table, { id, channelId, durationS: duration_s ?? 0, createdAt }, totals, Date.now());
  return outcome;
};
