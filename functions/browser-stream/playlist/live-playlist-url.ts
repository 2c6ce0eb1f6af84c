/** Where viewers find a broadcast while it lasts; a channel that shows it bears this address. */
export const livePlaylistUrl = (broadcastId: string): string =>
  `/api/browser-stream/${broadcastId}/live.m3u8`;
