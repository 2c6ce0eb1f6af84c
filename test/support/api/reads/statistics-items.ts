import type { Table } from '#functions/aws/table/table.ts';
import { addLiveArrival } from '#functions/statistics/arrivals.repository.ts';
import { rollupRepository } from '#functions/statistics/rollup.repository.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/plain/time.ts';

/** Of two years with three hours on the air each day, and a long broadcast with arrivals. */
export async function addStatistics(table: Table, channelId: string): Promise<void> {
  const { save } = rollupRepository(table);
  const figures = { minutes: 60, viewerMinutes: 60_000, peak: 1234, messages: 500 };
  const followers = { firstFollowers: 1000, lastFollowers: 1010 };
  for (let day = 0; day < 730; day += 1)
    for (let hour = 0; hour < 3; hour += 1) {
      const hourMs = (LAST_HOUR - day * 24 - hour) * HOUR_MS;
      const startMs = (LAST_HOUR - day * 24 - 2) * HOUR_MS;
      const broadcast = { ...figures, ...followers, startMs, lastAtMs: hourMs + HOUR_MS - MINUTE_MS };
      await save(channelId, { hourMs, title: 'How quiet it is', broadcasts: [broadcast] });
    }
  const origin = { source: 'fans.example', language: 'en', weight: 1, startMs: STATISTICS_START_MS };
  for (let viewer = 0; viewer < 100; viewer += 1)
    await addLiveArrival(table, channelId, { ...origin, viewer: `viewer ${viewer}` }, Date.now());
}

/** The third of the day on which the tests began, whatever the clock is, so that a broadcast is of one day. */
const LAST_HOUR = Math.floor(Date.now() / DAY_MS) * 24 + 2;

/** The start of the latest broadcast. */
export const STATISTICS_START_MS = (LAST_HOUR - 2) * HOUR_MS;
