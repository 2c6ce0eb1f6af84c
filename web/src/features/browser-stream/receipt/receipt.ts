/** The receipt of a broadcast: its query, its texts, and which broadcast this tab displays it for. */
import { queryOptions } from '@tanstack/react-query';
import type { BrowserStream } from '../../../../../shared/live/browser-stream.ts';
import { call } from '../../../lib/api/api.ts';
import { keep, readKept } from '../../../lib/kept.ts';
import { aboutDollars } from '../../../lib/words/format-media.ts';
import { chunkCount } from '../broadcast-words.ts';

const REFRESH_MS = 2000;

/** The state of the caller's broadcast, polled until it has ended and its replay is complete. */
export const broadcastQuery = (stream_id: string) =>
  queryOptions({
    queryKey: ['browser-stream', stream_id],
    queryFn: ({ signal }) => call('GET /browser-stream/{stream_id}', { params: { stream_id }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'ended' ? false : REFRESH_MS),
    staleTime: 0,
    meta: { failureLog: 'Error fetching the broadcast' },
  });

const KEY = 'broadcastReceipt';

export const rememberReceipt = (userId: string, streamId: string): void =>
  keep('sessionStorage', KEY, { userId, streamId });

export function receiptOf(userId: string): string | null {
  const kept = readKept('sessionStorage', KEY);
  return isReceipt(kept) && kept.userId === userId ? kept.streamId : null;
}

export const forgetReceipt = (): void => keep('sessionStorage', KEY, null);

const isReceipt = (kept: unknown): kept is { userId: string; streamId: string } =>
  typeof kept === 'object' &&
  kept !== null &&
  'userId' in kept &&
  'streamId' in kept &&
  typeof kept.streamId === 'string';

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

/** "Cost to the site: about $0.42"; `null` if the site does not publish costs. */
export const costLine = ({ cost_dollars: dollars }: Pick<BrowserStream, 'cost_dollars'>): string | null =>
  dollars === undefined ? null : `Cost to the site: ${aboutDollars(dollars)}`;

/** 45 → "45 s", 250 → "4 min 10 s", 3720 → "1 h 2 min". */
export function lengthText(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}

/** The state of the replay; `null` if it can be watched. */
export function replayLine({ status, video_id, chunks, keep_replay }: BrowserStream): string | null {
  if (status === 'live') return 'Your broadcast is ending…';
  if (!keep_replay) return 'No replay is kept, as you chose.';
  if (status === 'finishing') return 'Your replay is being made…';
  if (video_id !== null) return null;
  return chunks.stored === 0
    ? 'Nothing was stored, so there is no replay.'
    : 'There is no replay of this broadcast.';
}
