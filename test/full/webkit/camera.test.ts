/** WebKit as a streamer: live from the camera with the direct way, with a receipt and a replay. */
import { afterEach, describe, expect, it } from 'vitest';
import { broadcastOf, videosOf } from '#test/support/browser/camera/broadcaster-page.ts';
import { button, field, until, words } from '#test/support/browser/webkit/page.ts';
import { useWebKit, type WidthPx, WIDTHS_PX } from '#test/support/browser/webkit/webkit.ts';
import { useWorld } from '#test/support/browser/world.ts';
import type { Channel } from '#shared/channels/channels.ts';

/** Text of a receipt. */
const NOTHING_LOST = / saved, nothing lost/;

const world = useWorld();
const webkit = useWebKit(world);
const { page } = webkit;
afterEach(() => webkit.expectNoErrors());

/** Starts the camera until its probe has accepted the direct way: a busy machine may fail at first. */
async function proveDirect(): Promise<void> {
  await until(async () => {
    await page.goto(`${world.site.url}/go-live`);
    await page.click(button('Start Camera'));
    const answer = '//*[@data-direct="proven" or @data-direct="missing"]';
    await page.find(answer);
    expect([await page.attribute(answer, 'data-direct'), await page.textOf(answer)]).toContain('proven');
  });
}

const stored = async (): Promise<number> =>
  Number((await page.attribute('//*[@data-stored]', 'data-stored')) ?? 0);

async function expectBroadcast(widthPx: WidthPx, name: string): Promise<void> {
  const username = `Streamer${widthPx}${name}`;
  const person = await world.person(username);
  await webkit.open(widthPx, person);
  await proveDirect();
  await page.fill(field('Title'), 'Straight from the blades');
  await page.click(`${field('Category')}/option[.="Box Fans"]`);
  await page.click(button('Go LIVE'));
  await page.find(words('Sending '));

  const viewer = await world.visitor();
  await viewer.page.goto(`/channel/${username}`);
  await viewer.page.locator('[data-player][data-state=playing]').waitFor();
  const channel = await fetch(`${world.site.url}/api/streamers/${username}`);
  const { video_url: url } = (await channel.json()) as Channel;
  const streamId = /browser-stream\/([^/]+)/.exec(url)?.[1] ?? '';

  await until(async () => expect(await stored()).toBeGreaterThanOrEqual(8));
  await viewer.page.context().close();
  await page.click(button('End Stream'));
  await until(async () => {
    // A dialog asks first if there are viewers.
    const agree = `//*[@role="dialog"]${button('End Stream')}`;
    if (await page.isThere(agree)) await page.click(agree);
    expect(await page.textOf('//*[@aria-label="Your broadcast"]')).toMatch(NOTHING_LOST);
  });
  expect((await broadcastOf(person, streamId)).chunks.lost).toBe(0);
  expect((await videosOf(person))[0]).toMatchObject({ kind: 'replay', status: 'ready' });
  await page.click(button('Watch the replay', 'a'));
  const player = () => page.attribute('//*[@data-player]', 'data-state');
  await until(async () => expect(await player()).toMatch(/playing|ended/));
}

describe.each(WIDTHS_PX)('at %i px', (widthPx) => {
  it('a streamer goes live, is seen, gets a receipt, and the replay plays', async () => {
    await webkit.withNewIfLost((name) => expectBroadcast(widthPx, name));
  });
});
