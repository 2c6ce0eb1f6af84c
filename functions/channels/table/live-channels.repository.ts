import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unlessConditionFails } from '#functions/aws/retry.ts';
import { nextVersion } from '#functions/aws/table/item-change.ts';
import { queryAll } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { assignment, type Condition, updateItem } from '#functions/aws/table/write-items.ts';
import { changeChannel } from './channel-changes.repository.ts';
import type { StoredChannel } from './channel-keys.ts';
import { channelKey, CHANNELS_PARTITION, LIVE_RANK_PREFIX } from '../channel.item.ts';
import { publishCurrentState } from '../publish-change.ts';

export interface LivePicture {
  readonly channelId: string;
  /** The stream that it is a picture of: the channel's current one, without what signs its address. */
  readonly videoUrl: string;
  /** Its address on the site. */
  readonly pictureUrl: string;
}

/** The recording of the current stream, with the address of its latest picture. */
export interface LiveRecording extends LivePicture {
  /** The address of its playlist on the site. */
  readonly recordingUrl: string;
  readonly startedAtMs: number;
}

/**
 * Sets the picture of the current stream, unless it has a later one: addresses sort by time. Like `showLiveRecording`, it
 * does not check the channel's version, because it changes nothing else.
 */
export async function showLivePicture(
  table: Table,
  { channelId, videoUrl, pictureUrl: live_thumbnail_url }: LivePicture,
): Promise<void> {
  const isLater = '(attribute_not_exists(live_thumbnail_url) OR live_thumbnail_url < :live_thumbnail_url)';
  await updateItem(table, channelKey(channelId), { live_thumbnail_url }, isShowing(videoUrl, isLater));
}

/** Sets the recording of the current stream, unless it has a later one. */
export async function showLiveRecording(
  table: Table,
  { channelId, videoUrl, pictureUrl, recordingUrl, startedAtMs }: LiveRecording,
): Promise<void> {
  const isLater = '(attribute_not_exists(recording_since_ms) OR recording_since_ms < :recording_since_ms)';
  const recording = {
    live_thumbnail_url: pictureUrl,
    recording_url: recordingUrl,
    recording_since_ms: startedAtMs,
  };
  const shows = assignment(table, channelKey(channelId), recording, isShowing(videoUrl, isLater));
  const update = new UpdateCommand(nextVersion(shows));
  if (await unlessConditionFails(table.client.send(update))) await publishCurrentState(table, channelId);
}

const isShowing = (videoUrl: string, also: string): Condition => ({
  if: `(is_live = :true OR attribute_exists(off_air)) AND begins_with(video_url, :video) AND ${also}`,
  values: { ':true': true, ':video': videoUrl },
});

export type LiveChannel = Pick<
  StoredChannel,
  'id' | 'viewers' | 'hides_viewers' | 'video_url' | 'gsi2pk' | 'live_since_ms'
> &
  Partial<Pick<StoredChannel, 'followers'>>;

/** Every live channel, for the tick, those with the most viewers first. The cost grows with the number of live channels. */
export const liveChannels = (table: Table): Promise<readonly LiveChannel[]> =>
  queryAll<LiveChannel>(table, {
    IndexName: 'gsi1',
    KeyConditionExpression: 'gsi1pk = :all AND begins_with(gsi1sk, :live)',
    ExpressionAttributeValues: { ':all': CHANNELS_PARTITION, ':live': LIVE_RANK_PREFIX },
    ProjectionExpression: 'id, viewers, hides_viewers, video_url, gsi2pk, followers, live_since_ms',
    ScanIndexForward: false,
  });

export const viewersRepository = (table: Table) => ({
  /** Sets a live channel's viewers, with its rank. Does nothing while it is offline. */
  setViewers: async (channelId: string, viewers: number): Promise<void> => {
    await changeChannel(table, channelId, (channel) =>
      channel.is_live ? { viewers, peak_viewers: Math.max(viewers, channel.peak_viewers ?? 0) } : null,
    );
  },
  /** The same once, if there are fewer than `below` and than that. Throws `busy` if another change came first. */
  raiseViewers: async (channelId: string, viewers: number, below: number): Promise<void> => {
    await changeChannel(
      table,
      channelId,
      (channel) => (channel.is_live && channel.viewers < Math.min(viewers, below) ? { viewers } : null),
      [],
      1,
    );
  },
});
