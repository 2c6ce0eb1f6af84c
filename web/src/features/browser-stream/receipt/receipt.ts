/** The receipt of a broadcast: its query, its texts, and which broadcast this tab displays it for. */
import { queryOptions } from '@tanstack/react-query';
import type { BrowserStream } from '#shared/live/browser-stream.ts';
import { call } from '#web/lib/api/api.ts';
import { keep, readKept } from '#web/lib/kept.ts';
import { aboutDollars, formatDuration } from '#web/lib/i18n/numbers.ts';
import { t } from '#web/lib/i18n/messages.ts';

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

/** "28 sec saved, nothing lost". */
export function savedLine(broadcast: BrowserStream): string {
  const { chunks, missing, missing_chunks: missingChunks = [], duration_s, keep_replay } = broadcast;
  const length = formatDuration(Math.round(duration_s));
  if (!keep_replay) return t('browserStream.liveFor', { durationS: length });
  if (chunks.stored === 0) return t('browserStream.nothingSaved');
  if (chunks.lost === 0) return t('browserStream.savedNothingLost', { length });
  const lost = formatDuration(Math.round(chunks.lost * (duration_s / chunks.stored)));
  const mayCome = missing.length + missingChunks.length > 0;
  return mayCome
    ? t('browserStream.savedSomeMissing', { length, missing: lost })
    : t('browserStream.savedSomeLost', { length, lost });
}

/** "Cost to the site: about $0.42"; `null` if the site does not publish costs. */
export const costLine = ({ cost_dollars: dollars }: Pick<BrowserStream, 'cost_dollars'>): string | null =>
  dollars === undefined ? null : t('browserStream.cost', { dollars: aboutDollars(dollars) });

/** The state of the replay; `null` if it can be watched. */
export function replayLine({ status, video_id, chunks, keep_replay }: BrowserStream): string | null {
  if (status === 'live') return t('browserStream.receiptEnding');
  if (!keep_replay) return t('browserStream.noReplayChosen');
  if (status === 'finishing') return t('browserStream.replayProcessing');
  if (video_id !== null) return null;
  return chunks.stored === 0 ? t('browserStream.noReplayNothingSaved') : t('browserStream.noReplay');
}
