/** The live broadcasts of the history: what a channel shows now, and whether it has a replay. */
import { encodeTime } from 'ulid';
import { getItem } from '#functions/aws/table/get-item.ts';
import { getMany } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { broadcastOfPlaylist } from '#functions/browser-stream/index.ts';
import { findVisibleChannel } from '#functions/channels/index.ts';
import type { LibraryDeps } from '#functions/library/library.service.ts';
import { softwareBroadcastId } from '#functions/streaming/software-broadcast.ts';
import { type StreamItem, streamItemKey } from '#functions/streaming/table/stream.item.ts';
import { positionAt, recordedOf, replayKey, type VideoItem, videoKey } from '#functions/videos/index.ts';

const TIME_LENGTH = 10;

/** Eventually consistent; reads two items. */
export const liveBroadcastFinder =
  (table: Table): LibraryDeps['findBroadcast'] =>
  async (channelId) => {
    const channel = await findVisibleChannel(table, channelId);
    if (!channel?.is_live) return null;
    const id = broadcastOfPlaylist(channel.video_url);
    if (id !== null) return { id, channelId, streamId: id };
    const read = { isConsistent: false, attributes: ['started_at_ms'] };
    const stream = await getItem<StreamItem>(table, streamItemKey(channelId), read);
    if (!stream?.started_at_ms) return null;
    return {
      id: encodeTime(stream.started_at_ms, TIME_LENGTH) + channelId.slice(TIME_LENGTH),
      channelId,
      streamId: softwareBroadcastId(channelId, stream.started_at_ms),
    };
  };

/** Takes as many requests for a page of broadcasts as for one. */
export const replayFinder =
  (
    table: Table,
    nameVisible: (personId: string, items: readonly VideoItem[]) => ReturnType<LibraryDeps['findVideos']>,
  ): LibraryDeps['findReplays'] =>
  async (personId, moments) => {
    const keys = moments.map(({ streamId }) => replayKey(streamId));
    const claims = await getMany<{ readonly pk: string; readonly video_id: string }>(table, keys);
    const items = await getMany<VideoItem>(
      table,
      claims.map(({ video_id }) => videoKey(video_id)),
    );
    const videos = await nameVisible(personId, items);
    return new Map(
      moments.flatMap(({ streamId, atMs }) => {
        const claim = claims.find(({ pk }) => pk === replayKey(streamId).pk);
        const item = items.find(({ id }) => id === claim?.video_id);
        const video = item && videos.get(item.id);
        return video ? [[streamId, { video, positionS: positionAt(recordedOf(item), atMs) }] as const] : [];
      }),
    );
  };
