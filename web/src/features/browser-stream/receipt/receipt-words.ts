/** What the streamer's receipt says. */
import type { BrowserStream } from '../../../../../shared/live/browser-stream.ts';
import { aboutDollars } from '../../../lib/words/dollars.ts';
import { chunkCount } from '../broadcast-words.ts';

/** "28 s saved, nothing lost". */
export function savedLine(broadcast: BrowserStream): string {
  const { chunks, missing, missing_chunks: missingChunks = [], duration_s, keep_replay } = broadcast;
  if (!keep_replay) return `${lengthText(duration_s)} on the air`;
  if (chunks.stored === 0) return 'Nothing was saved';
  const saved = `${lengthText(duration_s)} saved`;
  if (chunks.lost === 0) return `${saved}, nothing lost`;
  const lost = lengthText(chunks.lost * (duration_s / chunks.stored));
  const mayCome = missing.length + missingChunks.length > 0;
  return `${saved}, about ${lost} ${mayCome ? 'still missing' : 'lost'}`;
}

/** "123 chunks recorded, 123 stored, 0 lost". */
export const countsLine = ({ chunks: { recorded, stored, lost } }: Pick<BrowserStream, 'chunks'>): string =>
  `${chunkCount(recorded)} recorded, ${stored} stored, ${lost} lost`;

/** "Cost to the site: about $0.42"; `null` where the site does not tell. */
export const costLine = ({ cost_dollars: dollars }: Pick<BrowserStream, 'cost_dollars'>): string | null =>
  dollars === undefined ? null : `Cost to the site: ${aboutDollars(dollars)}`;

/** 45 → "45 s", 250 → "4 min 10 s", 3720 → "1 h 2 min". */
export function lengthText(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}

/** What the replay is doing; `null` where there is one to watch. */
export function replayLine({ status, video_id, chunks, keep_replay }: BrowserStream): string | null {
  if (status === 'live') return 'Your broadcast is ending…';
  if (!keep_replay) return 'No replay is kept, as you chose.';
  if (status === 'finishing') return 'Your replay is being made…';
  if (video_id !== null) return null;
  return chunks.stored === 0
    ? 'Nothing was stored, so there is no replay.'
    : 'There is no replay of this broadcast.';
}
