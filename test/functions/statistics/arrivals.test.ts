/** Where viewers come from, and what of a video they have played. */
import { describe, expect, it } from 'vitest';
import { updateItem } from '#functions/aws/table/write-items.ts';
import { shardOf } from '#functions/counters/index.ts';
import { videoKey } from '#functions/videos/index.ts';
import { addLiveArrival, readArrivals } from '#functions/statistics/arrivals.repository.ts';
import { visibleGroups } from '#functions/statistics/groups.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { reportStream } from '#test/support/api/ivs-events.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { passTo } from '#test/support/api/passes.ts';
import { foldCounters } from '#test/support/api/table/fold-counters.ts';
import { seedVideos } from '#test/support/api/table/seed-videos.ts';

const site = await localApi({ ivs: true });

const START_MS = Date.parse('2026-11-20T20:00:00Z');
const fromForum = { source: 'forum.example', language: 'de' };

describe('the groups of viewers', () => {
  it('have at least five members, in steps of five, and the rest is together', () => {
    const counts = { direct: 23, embed: 7, 'forum.example': 4, 'fans.example': 3, other: 1 };
    expect(visibleGroups(counts)).toEqual([
      { name: 'direct', viewers: 20 },
      { name: 'embed', viewers: 5 },
      { name: 'other', viewers: 5 },
    ]);
  });

  it('are none where all together are fewer than five', () => {
    expect(visibleGroups({ direct: 2, embed: 2 })).toEqual([]);
    expect(visibleGroups({})).toEqual([]);
  });
});

describe('the origins of live viewers', () => {
  it('are counted with the first report, once for a viewer', async () => {
    const user = await site.aUser();
    const setup = { title: 'A fan', game: 'Box Fans' };
    await site.api('POST', '/streaming/start', { token: user.token, body: setup });
    await reportStream(site, user, 'Stream Start');
    const report = async (pass: string, origin?: object) =>
      site.api('POST', `/presence/${user.id}`, { body: { pass, ...(origin && { origin }) } });
    const pass = await passTo(site, 'channel', user.id);
    for (let n = 0; n < 3; n += 1) expectSuccess('POST /presence/{id}', await report(pass, fromForum));
    await report(await passTo(site, 'channel', user.id), { source: 'direct', language: 'de' });
    await report(await passTo(site, 'channel', user.id));
    expectError(
      await report(pass, { source: 'https://forum.example/secret', language: 'de' }),
      'invalid_request',
    );
    expectError(await report(pass, { source: 'direct', language: 'de-CH' }), 'invalid_request');
    const startMs = (await startOf(user.id))!;
    expect(await readArrivals(site.table, user.id, { startMs })).toMatchObject({
      viewers: 2,
      sources: { 'forum.example': 1, direct: 1 },
      languages: { de: 2 },
    });
  });

  const startOf = async (id: string) => {
    const { findWatchedChannel } = await import('#functions/channels/table/public-channels.repository.ts');
    return (await findWatchedChannel(site.table, id))?.startMs;
  };

  it('are others once a shard has too many names', async () => {
    const { id } = await site.aUser();
    const ofShard = Array.from({ length: 2000 }, (_, n) => `viewer ${n}`).filter((one) => shardOf(one) === 0);
    for (const [n, viewer] of ofShard.slice(0, 70).entries()) {
      const arrival = { source: `forum-${n}.example`, language: 'en', viewer, weight: 2, startMs: START_MS };
      await addLiveArrival(site.table, id, arrival, START_MS);
    }
    const { viewers, sources, languages } = await readArrivals(site.table, id, { startMs: START_MS });
    expect(viewers).toBe(140);
    expect(Object.keys(sources).length).toBeLessThanOrEqual(60);
    expect(sources['other']).toBeGreaterThan(0);
    expect(languages['other']).toBe(sources['other']);
  });
});

describe('what viewers have played of a video', () => {
  const WHOLE = 'f'.repeat(25);
  const FIRST_HALF = `${'0'.repeat(12)}3${'f'.repeat(12)}`;

  async function aVideo() {
    const user = await site.aUser();
    const [video] = await seedVideos(site.table, user, [
      { status: 'ready', created_at: new Date().toISOString() },
    ]);
    await updateItem(site.table, videoKey(video!.id), { duration_s: 3600 });
    const path = `/statistics/${user.id}/videos/${video!.id}`;
    const details = async () =>
      expectSuccess('GET /statistics/{id}/videos/{video_id}', await site.api('GET', path, user));
    return { user, id: video!.id, details };
  }

  const play = (id: string, pass: string, steps: string) =>
    site.api('POST', `/videos/${id}/played`, { body: { pass, steps, origin: fromForum } });

  it('counts once, in whatever parts and however often it is sent', async () => {
    const { user, id, details } = await aVideo();
    const passes = await Promise.all(Array.from({ length: 5 }, () => passTo(site, 'video', id)));
    for (const pass of passes)
      for (const steps of [FIRST_HALF, FIRST_HALF])
        expectSuccess('POST /videos/{id}/played', await play(id, pass, steps));
    await Promise.all([play(id, passes[0]!, WHOLE), play(id, passes[0]!, WHOLE)]);
    await foldCounters(site.table);
    const { retention, watched_hours, sources, languages } = await details();
    expect(retention).toEqual([...Array(50).fill(100), ...Array(50).fill(20)]);
    expect(watched_hours).toBe(3);
    expect(sources).toEqual([{ name: 'forum.example', viewers: 5 }]);
    expect(languages).toEqual([{ name: 'de', viewers: 5 }]);
    const period = await site.api('GET', `/statistics/${user.id}/days/28`, user);
    expect(expectSuccess('GET /statistics/{id}/days/{days}', period).total.watched_hours).toBe(3);
    const list = await site.api('GET', `/statistics/${user.id}/videos`, user);
    expect(expectSuccess('GET /statistics/{id}/videos', list)).toMatchObject([{ watched_hours: 3 }]);
    await foldCounters(site.table);
    const again = await site.api('GET', `/statistics/${user.id}/days/28`, user);
    expect(expectSuccess('GET /statistics/{id}/days/{days}', again).total.watched_hours).toBe(3);
  });

  it('is left out for fewer than five viewers', async () => {
    const { id, details } = await aVideo();
    await play(id, await passTo(site, 'video', id), WHOLE);
    expect(await details()).toMatchObject({ retention: null, sources: [], languages: [] });
  });

  it('requires a pass, a video that is open, and a hundred bits', async () => {
    const { user, id } = await aVideo();
    const pass = await passTo(site, 'video', id);
    expectError(await play(id, 'no pass', WHOLE), 'forbidden');
    expectError(await play(id, pass, 'ff'), 'invalid_request');
    await site.api('PATCH', `/videos/${id}`, { token: user.token, body: { visibility: 'private' } });
    expectError(await play(id, pass, WHOLE), 'not_found');
  });
});
