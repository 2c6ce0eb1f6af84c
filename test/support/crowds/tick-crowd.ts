import { MINUTE_MS } from '#shared/plain/time.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { setCategoryViewers } from '#functions/channels/table/category-viewers.repository.ts';
import { liveChannels, viewersRepository } from '#functions/channels/table/live-channels.repository.ts';
import { type LiveTickDeps, onLiveTick, onTickPart } from '#functions/composition/tick/live-tick.ts';
import { audienceRepository } from '#functions/presence/audience.repository.ts';
import { windowAt } from '#functions/presence/presence-sampling.ts';
import { type CountingDeps, onPresenceTick } from '#functions/presence/presence.service.ts';
import { spacingMs } from '#functions/tick-parts.ts';
import { seedChannels } from '../api/table/seed-channels.ts';
import { after, INVOKE_MS, simulate, spread, type SimulatedSite } from './simulated-site.ts';

interface TickCrowd {
  readonly channels: number;
  readonly minutes: number;
}

const READ_MS = 5;
const MAX_VIEWERS = 200;
/** Two of five channels are in the first one. */
const GAMES = ['Ceiling Fans', 'Ceiling Fans', 'Box Fans', 'Tower Fans', 'Pedestal Fans'];

/** Channels that are live while their viewers come and go, and the tick of each minute. */
export const simulateTicks = ({ channels: count, minutes }: TickCrowd): Promise<SimulatedSite> =>
  simulate(async (site) => {
    const table = site.openTable();
    const channels = await seedChannels(table, count, (index) => ({
      is_live: true,
      ingest: 'receiving',
      // A few have most of them.
      viewers: Math.floor(MAX_VIEWERS / (1 + (index % MAX_VIEWERS))),
      title: 'A long evening with fans',
      game: GAMES[index % GAMES.length]!,
    }));
    const audiences = new Map(channels.map(({ id, viewers }) => [id, viewers]));
    const tickOn = (own: Table): LiveTickDeps => {
      const counting: CountingDeps = {
        presence: { add: async () => {}, list: async (id) => reportsOf(audiences.get(id)!) },
        audience: audienceRepository(own),
        setViewers: async (id, viewers) => {
          await site.measure('viewers of a channel', () => viewersRepository(own).setViewers(id, viewers));
        },
        clock: Date.now,
        timer: { nowMs: Date.now, sleep: after },
      };
      return {
        listLive: () => liveChannels(own),
        setCategoryViewers: (live) =>
          site.measure('categories', () => setCategoryViewers(own, live)) as Promise<void>,
        streams: { findMany: async () => [], listWaiting: async () => [] },
        listIvsStreams: async () => new Map(),
        listConnected: async () => [],
        listBroadcasts: async () => [],
        countCameraSlots: async () => 0,
        workOn: ({ live }, _reads, of) => onPresenceTick(counting, live, spacingMs(of, live.length)),
        invokePart: async (part) => {
          await after(INVOKE_MS);
          void site.measure('parts', () => onTickPart(tickOn(site.openTable()), part));
        },
        clock: Date.now,
      };
    };
    return () =>
      spread(minutes, minutes * MINUTE_MS, async () => {
        for (const [id, viewers] of audiences) audiences.set(id, changed(viewers));
        await site.measure('ticks', () => onLiveTick(tickOn(site.openTable())));
        // Its parts go on until the next one.
        await after(MINUTE_MS - INVOKE_MS);
      });
  });

/** A tenth more or less, and one. */
const changed = (viewers: number): number =>
  Math.max(0, Math.round(viewers * (0.9 + Math.random() / 5) + Math.random() * 2 - 1));

async function reportsOf(viewers: number) {
  await after(READ_MS);
  const window = windowAt(Date.now());
  const report = { window, reportEvery: 1, weight: 1 };
  return Array.from({ length: viewers }, (_, index) => ({ ...report, viewer: `viewer ${index}` }));
}
