import { ulid } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import { channelsRepository } from '#functions/channels/table/channels.repository.ts';
import { batchesOf } from '#functions/realtime/batches.ts';
import { schedulesRepository } from '#functions/schedules/schedules.repository.ts';
import { cancelPlan, savePlan, setDay } from '#functions/schedules/schedules.service.ts';
import type { ChannelEvent } from '#shared/live/channel-events.ts';
import { UPCOMING_DEFAULT } from '#shared/plain/schedules/schedule-limits.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { aPlanBody } from '#test/support/api/schedules/plans.ts';

let ada: TestUser;
let reported: { readonly channelId: string; readonly event: ChannelEvent }[];
let ports: Parameters<typeof savePlan>[0];

const site = await localApi();
beforeEach(async () => {
  ada = await site.aUser();
  reported = [];
  ports = {
    schedules: schedulesRepository(site.table),
    channels: channelsRepository(site.table),
    announce: async (channelId, event) => void reported.push({ channelId, event }),
    clock: () => Date.parse('2031-03-27T20:00Z'),
  };
});

const id = ulid();
const daily = aPlanBody({ start_date: '2031-03-28', time_zone: 'UTC', repeat: 'daily' });
/** The days and the version of the last event. */
function last(): { readonly days: readonly number[]; readonly version: number } {
  const { channelId, event } = reported.at(-1)!;
  if (event.type !== 'schedule' || channelId !== ada.id) throw new Error(`Unexpected event ${event.type}`);
  const days = event.upcoming.map(({ starts_at }) => new Date(starts_at).getUTCDate());
  return { days, version: event.version };
}

describe('an open channel page', () => {
  it('receives the next broadcasts with each change of the schedule', async () => {
    await savePlan(ports, ada.id, id, daily);
    expect(last()).toEqual({ days: [28, 29, 30, 31, 1], version: 1 });
    expect(last().days).toHaveLength(UPCOMING_DEFAULT);
    await setDay(ports, ada.id, { plan_id: id, day: '2031-03-29' }, false);
    expect(last()).toEqual({ days: [28, 30, 31, 1, 2], version: 2 });
    await cancelPlan(ports, ada.id, id);
    expect(last()).toEqual({ days: [], version: 3 });
    expect(reported).toHaveLength(3);
  });

  it('receives them again when the request is repeated, as the first may have died', async () => {
    await savePlan(ports, ada.id, id, daily);
    await savePlan(ports, ada.id, id, daily);
    expect(reported).toHaveLength(2);
    expect(reported[1]).toEqual(reported[0]);
  });

  it('receives nothing for a refused request', async () => {
    const over = { ...daily, start_date: '2020-01-01', repeat: 'none' } as const;
    await expect(savePlan(ports, ada.id, id, over)).rejects.toThrow('plan_is_past');
    expect(reported).toEqual([]);
  });

  it('receives the newest state only when many changes are pending', async () => {
    await savePlan(ports, ada.id, id, daily);
    await setDay(ports, ada.id, { plan_id: id, day: '2031-03-29' }, false);
    const events = reported.map(({ event }) => event);
    for (const order of [events, events.toReversed()])
      expect(batchesOf(order)).toEqual([{ events: [events[1]] }]);
  });
});
