/** Returns the GET requests of a live channel's page when a signed-out viewer opens it (`web/src/pages`). */
export const pageReads = (username: string, channelId: string): readonly string[] => [
  `/channel/${username}`,
  `/api/streamers/${username}`,
  '/api/streamers?limit=6',
  '/api/realtime',
  `/api/chat/${channelId}?limit=50`,
  `/api/rooms/${channelId}`,
  `/api/schedules/${channelId}`,
  `/api/videos?channel=${channelId}&limit=24`,
];

/** Returns the addresses in a playlist, relative to the site. */
export function listedIn(playlist: string, address: string): readonly [first: string, ...others: string[]] {
  const lines = playlist.split('\n').filter((one) => one !== '' && !one.startsWith('#'));
  const [first, ...others] = lines.map((line) => new URL(line, `http://site${address}`).pathname);
  if (first === undefined) throw new Error(`${address} lists nothing:\n${playlist}`);
  return [first, ...others];
}
