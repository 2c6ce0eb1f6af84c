import { ulid } from 'ulid';
import { beforeEach, describe, expect, it } from 'vitest';
import { dueDeps } from '#functions/schedules/reminders/due-deps.ts';
import { raiseReminders } from '#functions/schedules/reminders/due.service.ts';
import type { DueDeps, DueReminder } from '#functions/schedules/reminders/due.service.ts';
import { remindersRepository } from '#functions/schedules/reminders/reminders.repository.ts';
import { remind } from '#functions/schedules/reminders/reminders.service.ts';
import { schedulesRepository } from '#functions/schedules/schedules.repository.ts';
import { cancelPlan, savePlan, setDay } from '#functions/schedules/schedules.service.ts';
import { channelsRepository } from '#functions/channels/table/channels.repository.ts';
import { REMINDER_LEAD_MS } from '#shared/plain/schedules/schedule-limits.ts';
import type { PlanBody } from '#shared/channels/schedules.ts';
import { expectSuccess } from '#test/support/api/contract-checks.ts';
import { KilledError } from '#test/support/api/killable-ports.ts';
import { localApi, type TestUser } from '#test/support/api/local-api.ts';
import { aPlanBody } from '#test/support/api/schedules/plans.ts';
import { failuresOfItems } from '#test/support/api/log-capture.ts';

const BEGINS_MS = Date.parse('2031-03-28T20:00Z');
const DUE_MS = BEGINS_MS - REMINDER_LEAD_MS;
const DAY_MS = 24 * 60 * 60_000;

let ada: TestUser;
let ben: TestUser;
let nowMs: number;
let raised: DueReminder[];
let ports: DueDeps & Parameters<typeof savePlan>[0];

const site = await localApi({ news: {} });
beforeEach(async () => {
  [ada, ben] = [await site.aUser(), await site.aUser()];
  nowMs = BEGINS_MS - 3 * DAY_MS;
  raised = [];
  ports = {
    schedules: schedulesRepository(site.table),
    channels: channelsRepository(site.table),
    reminders: remindersRepository(site.table),
    announce: async () => {},
    raise: async (reminder) => void raised.push(reminder),
    clock: () => nowMs,
  };
});

const plan = async (over: Partial<PlanBody> = {}, id = ulid()): Promise<string> => {
  const body = aPlanBody({ start_date: '2031-03-28', time_zone: 'UTC', ...over });
  return (await savePlan(ports, ada.id, id, body)).id;
};
const wish = (planId: string, day = '2031-03-28', person = ben) =>
  remind(ports, person.id, { channel_id: ada.id, occurrence_id: `${planId}_${day}` });
/** Notifications of Ada’s schedule until a time. */
const raisedBy = async (timeMs: number): Promise<string[]> => {
  nowMs = timeMs;
  raised = [];
  await raiseReminders(ports);
  return raised
    .filter(({ channelId }) => channelId === ada.id)
    .map(({ startsMs }) => new Date(startsMs).toISOString().slice(0, 16));
};

describe('a reminder', () => {
  it('is raised once, ten minutes before the broadcast', async () => {
    await wish(await plan());
    expect(await raisedBy(DUE_MS - 1)).toEqual([]);
    expect(await raisedBy(DUE_MS)).toEqual(['2031-03-28T20:00']);
    expect(await raisedBy(DUE_MS + 60_000)).toEqual([]);
  });

  it('contains what the notification says and who gets it', async () => {
    const id = await plan({ title: 'Rotors' });
    await wish(id);
    const occurrence = { channelId: ada.id, occurrenceId: `${id}_2031-03-28` };
    await raisedBy(DUE_MS);
    expect(raised).toContainEqual({ ...occurrence, title: 'Rotors', startsMs: BEGINS_MS });
    const people = [ben];
    for (let more = 0; more < 2; more++) people.push(await site.aUser());
    nowMs = BEGINS_MS - DAY_MS;
    for (const person of people) await wish(id, undefined, person);
    const ids = people.map((person) => person.id).toSorted();
    const first = await ports.reminders.page(occurrence, {}, 2);
    expect(first).toEqual({ people: ids.slice(0, 2), last: ids[1] });
    expect(await ports.reminders.page(occurrence, { after: first.last }, 2)).toEqual({
      people: ids.slice(2),
      last: undefined,
    });
    const range = { after: ids[0], until: ids[1] };
    expect(await ports.reminders.page(occurrence, range, 2)).toMatchObject({ people: [ids[1]] });
  });

  it('is raised for each reminded day of a recurring broadcast', async () => {
    const id = await plan({ repeat: 'daily' });
    await wish(id, '2031-03-29');
    expect(await raisedBy(DUE_MS)).toEqual([]);
    expect(await raisedBy(DUE_MS + DAY_MS)).toEqual(['2031-03-29T20:00']);
    expect(await raisedBy(DUE_MS + 2 * DAY_MS)).toEqual([]);
  });

  it('is raised at the new time of a moved broadcast, also if that is now', async () => {
    const id = await plan();
    await wish(id);
    await plan({ start_time: '21:00' }, id);
    expect(await raisedBy(DUE_MS)).toEqual([]);
    await plan({ start_time: '19:55' }, id);
    expect(await raisedBy(DUE_MS)).toEqual(['2031-03-28T19:55']);
  });

  it('is not raised for a cancelled day or broadcast', async () => {
    const id = await plan({ repeat: 'daily' });
    await wish(id);
    await wish(id, '2031-03-29');
    await setDay(ports, ada.id, { plan_id: id, day: '2031-03-28' }, false);
    expect(await raisedBy(DUE_MS)).toEqual([]);
    await cancelPlan(ports, ada.id, id);
    expect(await raisedBy(DUE_MS + DAY_MS)).toEqual([]);
  });

  it('is raised late rather than never, but not after the broadcast', async () => {
    const id = await plan({ duration_min: 60, repeat: 'daily' });
    await wish(id);
    await wish(id, '2031-03-29');
    expect(await raisedBy(BEGINS_MS + DAY_MS + 59 * 60_000)).toEqual(['2031-03-29T20:00']);
  });

  it('is raised for every schedule, even when the first hundred fail', async () => {
    await wish(await plan());
    nowMs = DUE_MS;
    const failing = Array.from({ length: 100 }, () => ulid());
    const { listDue } = ports.schedules;
    const schedules = {
      ...ports.schedules,
      async *listDue(at: number) {
        yield* failing;
        yield* listDue(at);
      },
      findCurrent: (id: string) =>
        failing.includes(id) ? Promise.reject(new Error('failed')) : ports.schedules.findCurrent(id),
    };
    expect(await failuresOfItems(() => raiseReminders({ ...ports, schedules }))).toHaveLength(100);
    expect(raised.map(({ channelId }) => channelId)).toContain(ada.id);
  });

  it('is read from every page of the due schedules', async () => {
    const sent = async (command: object) => {
      const { client } = site.table;
      const limited = command as { input: { IndexName?: string; Limit?: number } };
      if (limited.input.IndexName === 'gsi1') limited.input.Limit = 1;
      return client.send(command as never);
    };
    const table = { ...site.table, client: { send: sent } as never };
    await wish(await plan());
    const other = await site.aUser();
    const body = aPlanBody({ start_date: '2031-03-28', time_zone: 'UTC' });
    const { id } = await savePlan(ports, other.id, ulid(), body);
    await remind(ports, ben.id, { channel_id: other.id, occurrence_id: `${id}_2031-03-28` });
    nowMs = DUE_MS;
    const { listDue } = schedulesRepository(table);
    await raiseReminders({ ...ports, schedules: { ...ports.schedules, listDue } });
    const channels = raised.map(({ channelId }) => channelId);
    expect(channels).toEqual(expect.arrayContaining([ada.id, other.id]));
  });

  it('notifies each user once, however often it is raised', async () => {
    const startsMs = Math.ceil(Date.now() / 60_000) * 60_000 + REMINDER_LEAD_MS;
    const [start_date, start_time] = [0, 11].map((from) =>
      new Date(startsMs).toISOString().slice(from, from + (from ? 5 : 10)),
    );
    nowMs = Date.now() - DAY_MS;
    const id = await plan({ title: 'Rotors', start_date: start_date!, start_time: start_time! });
    await wish(id, start_date);
    const { raise } = dueDeps(site.table);
    const due = { channelId: ada.id, occurrenceId: `${id}_${start_date}`, title: 'Rotors', startsMs };
    for (let again = 0; again < 2; again++) await raise(due);
    const news = async ({ token }: TestUser) =>
      expectSuccess('GET /news', await site.api('GET', '/news', { token })).news;
    await expect.poll(() => news(ben)).toHaveLength(1);
    expect(await news(ben)).toMatchObject([
      { kind: 'reminder', title: 'Rotors', channel: { id: ada.id }, is_read: false },
    ]);
    expect(await news(ada)).toEqual([]);
  });

  it('is raised by the next run when one was killed before or after raising it', async () => {
    await wish(await plan());
    const { raise, schedules } = ports;
    const killed = async (): Promise<never> => {
      throw new KilledError();
    };
    ports = { ...ports, raise: killed };
    expect(await failuresOfItems(() => raisedBy(DUE_MS))).toHaveLength(1);
    ports = { ...ports, raise, schedules: { ...schedules, setDue: killed } };
    expect(await failuresOfItems(() => raisedBy(DUE_MS))).toHaveLength(1);
    expect(raised.filter(({ channelId }) => channelId === ada.id)).toHaveLength(1);
    ports = { ...ports, schedules };
    // The same reminder again; the delivery deduplicates it by its time.
    expect(await raisedBy(DUE_MS)).toEqual(['2031-03-28T20:00']);
    expect(await raisedBy(DUE_MS)).toEqual([]);
  });
});
