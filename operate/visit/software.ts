import { startEncoder } from '#demo/live/encoder.ts';
import { during, GAME, TITLE, watchLive, type SeenLive } from './live.ts';
import type { Visitor } from './visitor.ts';

/** Goes live over RTMP, as OBS does, is watched, and ends. Throws with ffmpeg's output if it could not be watched. */
export async function liveBySoftware(visitor: Visitor, film: string, signal: AbortSignal): Promise<SeenLive> {
  const { api } = visitor;
  const body = { title: TITLE, game: GAME, tags: [], keep_replay: false };
  const { rtmp_url, stream_key } = await api.call('POST /streaming/start', { body });
  if (!rtmp_url || !stream_key)
    throw new Error('The response to Create Stream contains no address for the encoder');
  const encoder = startEncoder(film, rtmp_url + stream_key);
  const words = () => `The encoder was cut off: ${encoder.complaints() || 'without a word'}`;
  try {
    return await during((over) => watchLive(visitor, over), { ended: encoder.ended, words }, signal);
  } finally {
    encoder.stop();
    await encoder.ended.catch(() => {});
    await api.call('POST /streaming/stop', {});
  }
}
