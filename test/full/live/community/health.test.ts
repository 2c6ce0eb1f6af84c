/** The health of a broadcast as its streamer sees it, with advice. */
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PresenceAnswer } from '#shared/live/presence.ts';
import { violations } from '#test/support/browser/accessibility.ts';
import { goLive } from '#test/support/browser/camera/broadcaster-page.ts';
import { limitCamera } from '#test/support/browser/camera/camera-page.ts';
import { createStream, fillLogin } from '#test/support/browser/streamer.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { startEncoder, type Encoder, type EncoderOptions } from '#test/support/media/encoder.ts';
import { SLOW_FAKE_DEVICES, STILL_PICTURE } from '#test/support/media/fake-camera.ts';
import type { Person } from '#test/support/site/people.ts';

/** The tick counts viewers. */
const world = useWorld({ tickMs: 1_000 }, () => SLOW_FAKE_DEVICES);
let gale: Person;
let page: Page;
let complaints: readonly string[];
let publishUrl: string;

beforeAll(async () => {
  gale = await world.person('GaleForce');
  ({ page, complaints } = await world.visitor(gale));
  ({ publishUrl } = await createStream(page, 'Brass fan', 'Table Fans'));
});

const MEASURED = { timeout: 40_000 };
const card = (where = page) => where.getByRole('region', { name: 'Stream health' });
const condition = (is: string, where = page) => where.locator(`[data-condition=${is}]`);
const figure = (name: string, where = page) =>
  where
    .locator('dl > div')
    .filter({ has: where.getByText(name, { exact: true }) })
    .locator('dd')
    .first();

let encoder: Encoder | undefined;
afterEach(async () => {
  await encoder?.stop();
});
/** Streams like OBS, instead of the previous stream. */
function encode(options: EncoderOptions): void {
  encoder = startEncoder(publishUrl, options);
}

describe('a stream with x264’s default keyframes, as OBS sends', () => {
  it('shows the diagnosis and the setting to change on the dashboard and in the OBS dock', async () => {
    await condition('waiting').waitFor();
    await card().getByText('Not receiving video yet.').waitFor();
    encode({ keyframeEvery: 250 });
    const reported =
      /^Your encoder sends a keyframe every 8\.3\s?sec, so viewers are (about )?[\d.]+\s?sec behind\.$/;
    await card().getByText(reported).waitFor(MEASURED);
    await card().getByText('In OBS, set Output → Keyframe Interval to 2 s.', { exact: true }).waitFor();
    await card()
      .getByRole('img', { name: /^Bitrate over the last few minutes: from / })
      .waitFor();
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    const address = await page.getByLabel('Stream health dock').inputValue();
    await page.setViewportSize({ width: 320, height: 560 });
    await page.goto(address);
    await page.getByText(reported).waitFor(MEASURED);
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.goto('/go-live-advanced');
  });
});

describe('a stream with a low bit rate and frequent keyframes', () => {
  it('shows the bit rate’s diagnosis only', async () => {
    encode({ bitsPerSecond: 120_000 });
    await card()
      .getByText(/^[\d.]+\s?kbit\/s is low for 360p video, so movement looks blurry\.$/)
      .waitFor(MEASURED);
    expect(await page.locator('[data-diagnosis]').count()).toBe(1);
  });
});

describe('a healthy stream', () => {
  it('has no diagnosis, and shows its viewers’ delay', async () => {
    encode({});
    await condition('well').waitFor(MEASURED);
    await card().getByText('Everything looks good.').waitFor();
    const { page: viewer } = await world.visitor();
    await reportOften(viewer);
    const reported = viewer.waitForRequest((request) => (request.postData() ?? '').includes('shown_at'));
    await viewer.goto('/channel/GaleForce');
    const { shown_at } = (await reported).postDataJSON() as { shown_at: string };
    expect(Math.abs(Date.now() - Date.parse(shown_at))).toBeLessThan(60_000);
    await expect.poll(() => figure('Viewer delay').innerText(), MEASURED).toMatch(/^[\d.]+\s?sec$/);
    await viewer.close();
  });
});

/** Makes a viewer report more often than every half minute. */
async function reportOften(viewer: Page): Promise<void> {
  await viewer.route('**/api/presence/*', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as PresenceAnswer;
    await route.fulfill({ response, json: { ...answer, report_after_ms: 1000 } });
  });
}

describe('the OBS dock', () => {
  it('asks a visitor to log in and returns', async () => {
    await world.person('FannyFan');
    const { page: dock } = await world.visitor();
    await dock.goto('/go-live-advanced/dock');
    await dock.getByRole('link', { name: 'Log in' }).click();
    await fillLogin(dock, 'FannyFan');
    await dock.waitForURL('**/go-live-advanced/dock');
    await dock.getByText("You're not live.").waitFor();
    expect(await violations(dock)).toEqual([]);
    await dock.close();
  });
});

describe('a camera broadcast', () => {
  it('shows how its segments arrive', async () => {
    const breeze = await world.person('BreezeBox');
    const { page: streamer } = await world.visitor(breeze);
    await limitCamera(streamer.context(), STILL_PICTURE);
    await goLive(streamer, 'A breeze');
    await expect.poll(() => figure('Late or missing', streamer).innerText(), MEASURED).toMatch(/^\d+%$/);
    await expect.poll(() => figure('Bitrate', streamer).innerText(), MEASURED).toMatch(/bit\/s$/);
    for (const width of [390, 1440]) {
      await streamer.setViewportSize({ width, height: 900 });
      expect(await violations(streamer)).toEqual([]);
    }
    await streamer.close({ runBeforeUnload: false });
  });
});

it('nothing violated the Content-Security-Policy', () => {
  expect(complaints).toEqual([]);
});
