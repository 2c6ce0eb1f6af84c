import { MINUTE_MS } from '#shared/plain/time.ts';
import { SLOT_MS } from '#shared/plain/live/poll-slot.ts';
import { broadcastsRepository } from '#functions/browser-stream/table/broadcasts.repository.ts';
import { renditionPlaylist } from '#functions/browser-stream/playlist/live-playlist.service.ts';
import { liveChannels, viewersRepository } from '#functions/channels/table/live-channels.repository.ts';
import { presenceDeps } from '#functions/presence/feature.ts';
import { audienceRepository } from '#functions/presence/audience.repository.ts';
import { presenceRepository } from '#functions/presence/presence.repository.ts';
import { countViewers, reportPresence } from '#functions/presence/presence.service.ts';
import { firstReportSpreadMs } from '#web/features/presence/presence.reporter.ts';
import { aBroadcast, MANY_SLOTS } from '../api/broadcast/camera-rows.ts';
import { segmentRow } from '../api/broadcast/segment-rows.ts';
import { seedChannels } from '../api/table/seed-channels.ts';
import { after, API_EXECUTIONS, simulate, spread, type SimulatedSite } from './simulated-site.ts';

interface ViewerCrowd {
  readonly viewers: number;
  /** Within which all come. */
  readonly arriveMs: number;
  readonly lastsMs: number;
  readonly followers: number;
  /** Whether their pages were open before the broadcast. */
  readonly hasWaited?: boolean;
}

/** `infra/cloud/functions/handler-functions.ts`. */
const PLAYLISTS_EXECUTIONS = 100;
/** What a request takes of a Lambda's processor, about. */
const PROCESSOR_MS = 3;
/** Caches of the CDN. Each requests each playlist. */
const EDGES = 50;
const EARLIER_SEGMENTS = 30;

/** Viewers who open one live channel, with its playlist, its streamer's segments and the minute's tick. */
export async function simulateViewers({
  viewers,
  arriveMs,
  lastsMs,
  followers,
  hasWaited = false,
}: ViewerCrowd): Promise<SimulatedSite> {
  return simulate(async (site) => {
    const table = site.openTable();
    const [channel] = await seedChannels(table, 1, () => ({ followers }));
    const id = channel!.id;
    const broadcasts = broadcastsRepository(table);
    const broadcast = aBroadcast(id, { way: 'direct', startedAtMs: Date.now() - EARLIER_SEGMENTS * 1000 });
    await broadcasts.start(broadcast, MANY_SLOTS);
    await broadcasts.setReceiving(broadcast);
    const addSegment = (seq: number) =>
      broadcasts.addSegment(broadcast.id, segmentRow(seq), Date.now, { targetDurationS: 1 });
    for (let seq = 0; seq < EARLIER_SEGMENTS; seq += 1) await addSegment(seq);
    const api = site.lambda(API_EXECUTIONS, (own) => presenceDeps(own, (pass) => pass));
    const playlists = site.lambda(PLAYLISTS_EXECUTIONS, (own) => broadcastsRepository(own));
    const firstSpreadMs = firstReportSpreadMs({ viewers: 0, followers }, hasWaited);
    return async () => {
      const endMs = Date.now() + lastsMs;
      const watch = async (index: number): Promise<void> => {
        for (let waitMs = Math.random() * firstSpreadMs; Date.now() + waitMs < endMs;) {
          await after(waitMs);
          const answer = await site.measure('presence', () =>
            api.invoke(async (presence) => {
              await after(PROCESSOR_MS);
              return reportPresence(presence, id, { pass: `viewer ${index}` });
            }),
          );
          waitMs = answer?.report_after_ms ?? 30_000;
        }
      };
      const askForPlaylist = () =>
        site.measure('playlists', () =>
          playlists.invoke(async (reads) => {
            await after(PROCESSOR_MS);
            return renditionPlaylist({ broadcasts: reads, clock: Date.now }, broadcast.id, 'main');
          }),
        );
      const tick = async () => {
        const counting = {
          presence: presenceRepository(table),
          audience: audienceRepository(table),
          setViewers: viewersRepository(table).setViewers,
          clock: Date.now,
          timer: { nowMs: Date.now, sleep: after },
        };
        await site.measure('ticks', async () => countViewers(counting, await liveChannels(table), 0));
      };
      await Promise.all([
        spread(viewers, arriveMs, watch),
        spread((EDGES * lastsMs) / SLOT_MS, lastsMs, askForPlaylist),
        spread(lastsMs / 1000, lastsMs, (index) =>
          site.measure('segments', () => addSegment(EARLIER_SEGMENTS + index)),
        ),
        after(MINUTE_MS).then(() => spread(lastsMs / MINUTE_MS - 1, lastsMs - MINUTE_MS, tick)),
      ]);
    };
  });
}
