import type { Table } from '#functions/aws/table/table.ts';
import type { PlaybackAddresses } from '#functions/streaming/playback-address.ts';
import { type IngestState, type LiveStream, NO_INPUT, type Stream } from '#functions/streaming/stream.ts';
import { setInput } from '#functions/streaming/table/stream-transitions.repository.ts';

/** The stream of a channel that never had one. */
export const noStream = (channelId: string): Stream => ({
  channelId,
  ingestChannel: undefined,
  streamKey: undefined,
  input: NO_INPUT,
  starts: 0,
  startsItself: false,
  keepsReplay: true,
  live: undefined,
});

/** Changes what arrives of a live stream. Its address for viewers is `videoUrl`. */
export const setLiveInput = (
  table: Table,
  channelId: string,
  live: LiveStream,
  next: IngestState,
  videoUrl = 'https://play.example/ada.m3u8?token=x',
): Promise<boolean> => setInput(table, { ...noStream(channelId), input: live, live }, next, () => videoUrl);

/** Addresses of playlists that name whom they are for. */
export const fakePlaybackAddresses: PlaybackAddresses = {
  forViewers: ({ playbackUrl }, startedAtMs) => `${playbackUrl}?token=viewers-${startedAtMs}`,
  forOwner: ({ playbackUrl }) => `${playbackUrl}?token=owner`,
};
