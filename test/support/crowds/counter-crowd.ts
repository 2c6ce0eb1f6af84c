import { broadcastsRepository } from '#functions/browser-stream/table/broadcasts.repository.ts';
import { follow } from '#functions/follows/follows.service.ts';
import { followsRepository } from '#functions/follows/follows.repository.ts';
import { countView } from '#functions/videos/table/views.repository.ts';
import { aBroadcast, MANY_SLOTS } from '../api/broadcast/camera-rows.ts';
import { seedChannels } from '../api/table/seed-channels.ts';
import { seedVideos } from '../api/table/seed-videos.ts';
import { after, API_EXECUTIONS, simulate, spread, type SimulatedSite } from './simulated-site.ts';

interface CounterCrowd {
  readonly people: number;
  readonly overMs: number;
}

/** Many people begin one video, or several. */
export const simulateViews = ({
  people,
  overMs,
  videos: count = 1,
}: CounterCrowd & { readonly videos?: number }): Promise<SimulatedSite> =>
  simulate(async (site) => {
    const table = site.openTable();
    const [channel] = await seedChannels(table, 1);
    const video = { status: 'ready', title: 'A long evening' } as const;
    const videos = await seedVideos(
      table,
      channel!,
      Array.from({ length: count }, () => video),
    );
    const lambda = site.lambda(API_EXECUTIONS, (own) => own);
    return () =>
      spread(people, overMs, (index) =>
        site.measure('views', () =>
          lambda.invoke((own) => countView(own, videos[index % count]!.id, `viewer ${index}`, Date.now())),
        ),
      );
  });

/** Many people follow one channel, whose streamer ends the broadcast meanwhile. */
export const simulateFollows = ({ people, overMs }: CounterCrowd): Promise<SimulatedSite> =>
  simulate(async (site) => {
    const table = site.openTable();
    const [channel] = await seedChannels(table, 1);
    const broadcasts = broadcastsRepository(table);
    const broadcast = aBroadcast(channel!.id, { way: 'direct' });
    await broadcasts.start(broadcast, MANY_SLOTS);
    const lambda = site.lambda(API_EXECUTIONS, (own) => ({
      follows: followsRepository(own),
      clock: Date.now,
    }));
    const followOne = (index: number) =>
      site.measure('follows', () => lambda.invoke((deps) => follow(deps, `person ${index}`, channel!.id)));
    const end = () =>
      site.measure('the end', () => broadcasts.end(broadcast, { atMs: Date.now(), by: 'streamer' }));
    return async () => {
      await Promise.all([spread(people, overMs, followOne), after(overMs / 2).then(end)]);
    };
  });
