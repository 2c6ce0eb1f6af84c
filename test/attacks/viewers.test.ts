/** Who wants to be first in the list without being watched. */
import { describe, expect, it } from 'vitest';
import { channelsRepository } from '#functions/channels/table/channels.repository.ts';
import { stageLimits } from '#functions/limits/stage-limits.ts';
import { reportStream } from '#test/support/api/ivs-events.ts';
import { localApi, type ApiAnswer } from '#test/support/api/local-api.ts';
import { foldCounters } from '#test/support/api/table/fold-counters.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';

const { viewers: MOST } = stageLimits('cloud');
/** Each address of these asks less often than its rate allows: what holds is what this file is about. */
const REPORTS = 50;
const NOT_A_PASS = 'eyJraW5kIjoiY2hhbm5lbCJ9.c2lnbmVk';

const site = await localApi({ ivs: true });

const often = <T>(attempt: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: REPORTS }, (_, n) => attempt(n)));

/** What one address, or each of several in turn, does to the site. */
function attackerAt(...addresses: readonly string[]) {
  let asked = 0;
  const post = (path: string, body?: object) => {
    const headers = { 'x-viewer-address': addresses[asked++ % addresses.length]! };
    return site.api('POST', path, { headers, ...(body && { body }) });
  };
  const show = (path: string) => (pass: string | undefined) => post(path, { pass });
  return {
    report: (id: string, pass: string | undefined) => show(`/presence/${id}`)(pass),
    watch: (id: string, pass: string | undefined) => show(`/videos/${id}/views`)(pass),
    passTo: async (kind: 'channel' | 'video', id: string): Promise<string> => {
      const { status, body } = await post(`/passes/${kind}/${id}`);
      expect(status).toBe(200);
      return (body as { pass: string }).pass;
    },
  };
}

const refused = (answers: readonly ApiAnswer[]): number =>
  answers.filter(({ status }) => status === 400 || status === 403).length;

describe('the first place of the list', () => {
  async function aLiveChannel(): Promise<string> {
    const { id, token } = await site.aUser();
    const body = { title: 'Bought', game: 'Box Fans' };
    expect((await site.api('POST', '/streaming/start', { token, body })).status).toBe(200);
    await reportStream(site, { id }, 'Stream Start');
    return id;
  }
  const viewersOf = async (id: string) => (await channelsRepository(site.table).findById(id))?.viewers;

  it('cannot be reached by reports with a missing, forged or foreign pass', async () => {
    const [id, other] = [await aLiveChannel(), await aLiveChannel()];
    const { passTo, report } = attackerAt('192.0.2.1');
    const [foreign, video] = [await passTo('channel', other), await passTo('video', id)];
    const answers = await often((n) => report(id, [undefined, NOT_A_PASS, foreign, video, ''][n % 5]));
    expect(refused(answers)).toBe(REPORTS);
    expect(await viewersOf(id)).toBe(0);
  });

  it('cannot be reached by repeating one pass', async () => {
    const id = await aLiveChannel();
    const { passTo, report } = attackerAt('192.0.2.2');
    const pass = await passTo('channel', id);
    await often(() => report(id, pass));
    expect(await viewersOf(id)).toBe(1);
  });

  it.each([
    ['one address', ['192.0.2.3']],
    [
      'who has a whole network of IPv6',
      Array.from({ length: 40 }, (_, n) => `2001:db8:0:7:${n.toString(16)}::1`),
    ],
  ])('cannot be reached by %s, however many passes are requested', async (_, addresses) => {
    const id = await aLiveChannel();
    const { passTo, report } = attackerAt(...addresses);
    const answers = await often(async () => report(id, await passTo('channel', id)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const viewers = await viewersOf(id);
    expect(viewers).toBeGreaterThan(1);
    expect(viewers).toBeLessThanOrEqual(MOST);
  });
});

describe('a video’s views', () => {
  it('cannot be raised by requests', async () => {
    const [video, other] = await seedVideos(site.table, await site.aUser(), [
      { status: 'ready' },
      { status: 'ready' },
    ]);
    const id = video!.id;
    const viewsOf = async () => {
      await foldCounters(site.table);
      return ((await site.api('GET', `/videos/${id}`)).body as { views: number }).views;
    };

    const forger = attackerAt('192.0.2.4');
    const [foreign, channel] = [await forger.passTo('video', other!.id), await forger.passTo('channel', id)];
    const answers = await often((n) =>
      forger.watch(id, [undefined, NOT_A_PASS, foreign, channel, ''][n % 5]),
    );
    expect(refused(answers)).toBe(REPORTS);
    expect(await viewsOf()).toBe(0);

    const stubborn = attackerAt('192.0.2.5');
    const pass = await stubborn.passTo('video', id);
    await often(() => stubborn.watch(id, pass));
    expect(await viewsOf()).toBe(1);

    const greedy = attackerAt('192.0.2.6');
    await often(async () => greedy.watch(id, await greedy.passTo('video', id)));
    expect(await viewsOf()).toBeLessThanOrEqual(1 + MOST);
  });
});
