/** One person's captions are counted by when they arrive, whatever they say of their time. */
import { beforeEach, describe, expect, it } from 'vitest';
import { countersRepository } from '#functions/limits/counters.repository.ts';
import { windowAt } from '#functions/limits/sliding-window.ts';
import { LIVE_CUES_PER_MINUTE } from '#shared/plain/captions/live-captions.ts';
import { MINUTE_MS } from '#shared/plain/time.ts';
import { aCue, agoS, CaptionsCaller, WHOLE_BROADCAST, POST } from '#test/support/api/captions-caller.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi } from '#test/support/api/local-api.ts';

/** What is left of the limit, and how many are sent. */
const [LEFT, SENT] = [3, 8];

let captions: CaptionsCaller;
const site = await localApi({ storage: true });
beforeEach(async () => {
  captions = await CaptionsCaller.on(site);
  const id = await captions.goLive();
  // Of this window and the next, in case this one ends meanwhile.
  const window = windowAt(Date.now(), MINUTE_MS) + 1;
  const used = { window, windowMs: MINUTE_MS };
  const key = `caption#${id}#${captions.moderator.id}`;
  await countersRepository(site.table).add(key, used, LIVE_CUES_PER_MINUTE - LEFT);
});

const stored = () => captions.camera.broadcasts.cuesBetween(captions.id, WHOLE_BROADCAST);

describe('captions of one person are limited', () => {
  it.each<[string, (n: number) => object]>([
    ['of now', () => ({})],
    ['with times within the last minute', (n) => ({ at: agoS(7 * n) })],
    ['with times a little later', (n) => ({ at: agoS(-(n % 4)) })],
    ['with the same time', (n) => ({ at: SAME_TIME, text: `Line ${n}` })],
    ['in several languages', (n) => ({ language: n % 2 ? 'de' : 'en' })],
  ])('%s', async (_, change) => {
    for (let n = 0; n < SENT; n += 1) {
      const answer = await captions.add(aCue(change(n)));
      if (n < LEFT) expectSuccess(POST, answer);
      else expectRefused(answer);
    }
    expect(await stored()).toHaveLength(LEFT);
    expectSuccess(POST, await captions.add(aCue(), captions.ada));
  });

  it('when they are sent at the same time, with one id or many', async () => {
    const one = aCue();
    const bodies = Array.from({ length: 2 * SENT }, (_, n) => ({ ...(n % 2 ? one : aCue()), at: agoS(n) }));
    const answers = await Promise.all(bodies.map((body) => captions.add(body)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(LEFT);
    expect(await stored()).toHaveLength(LEFT);
  });
});

const SAME_TIME = agoS(0);

function expectRefused(answer: Awaited<ReturnType<CaptionsCaller['add']>>): void {
  expectError(answer, 'too_many_requests');
  expect(answer.body).toMatchObject({ reason: 'many_live_captions' });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

it('captions that are sent again are not counted, nor are refused ones', async () => {
  const one = aCue({ at: agoS(2) });
  for (let n = 0; n < SENT; n += 1) {
    expectSuccess(POST, await captions.add(one));
    expectError(await captions.add({ ...one, at: agoS(1) }), 'conflict');
    expectError(await captions.add(aCue({ at: agoS(70) })), 'conflict');
  }
  for (let n = 1; n < LEFT; n += 1) await captions.added();
  expectRefused(await captions.add(aCue()));
  expectSuccess(POST, await captions.add(one));
});
