import type { Channel } from '#shared/channels/channels.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { softwareBroadcastId } from '../software-broadcast.ts';
import { endedBroadcasts } from '../table/ended-broadcasts.repository.ts';
import { streamingRepository } from '../table/streaming.repository.ts';

/** A stream through software, by its newest recording. */
export interface RecordedStream {
  /** The `streamId` of its replay. */
  readonly id: string;
  readonly playlistUrl: string;
  /** Missing while it is live. */
  readonly endedAtMs?: number;
}

/** The channel's recorded stream that was live at a time; `null` where there is none, or its owner keeps no replay. */
export async function recordedStreamAt(
  table: Table,
  { id: channelId, recording_url }: Pick<Channel, 'id' | 'recording_url'>,
  atMs: number,
): Promise<RecordedStream | null> {
  const { live } = await streamingRepository(table).find(channelId);
  if (live && live.startedAtMs <= atMs)
    return recording_url
      ? { id: softwareBroadcastId(channelId, live.startedAtMs), playlistUrl: recording_url }
      : null;
  const [ended] = await endedBroadcasts(table, channelId, atMs);
  if (!ended?.recordingUrl || ended.endedAtMs < atMs) return null;
  const { startedAtMs, recordingUrl: playlistUrl, endedAtMs } = ended;
  return { id: softwareBroadcastId(channelId, startedAtMs), playlistUrl, endedAtMs };
}
