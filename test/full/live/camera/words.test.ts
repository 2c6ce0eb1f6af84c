/** The texts of specification §2, §4, §5, §8 and §9 on /go-live. */
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CHUNK_INTERVAL_MS, RECORDING_BITS_PER_SECOND } from '#shared/limits.ts';
import { expectToast } from '#test/support/browser/browser.ts';
import {
  breakRecorder,
  cameraTracks,
  cameraUse,
  chunksUploaded,
  describeStream,
  goLive,
  limitCamera,
  startCamera,
  untilUploaded,
  watchCamera,
} from '#test/support/browser/camera/camera-page.ts';
import { SLOW_FAKE_DEVICES, STILL_PICTURE } from '#test/support/media/fake-camera.ts';
import { failing } from '#test/support/site/network.ts';
import type { Person } from '#test/support/site/people.ts';
import { useWorld } from '#test/support/browser/world.ts';

const world = useWorld(undefined, () => SLOW_FAKE_DEVICES);
let gale: Person;
let page: Page;
let complaints: readonly string[];
const logged: string[] = [];

beforeAll(async () => {
  gale = await world.person('GaleForce');
  ({ page, complaints } = await world.visitor(gale));
  await watchCamera(page);
  page.on('console', (message) => logged.push(`${message.type()}: ${message.text()}`));
});

afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));

const path = () => new URL(page.url()).pathname;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const preview = () => page.getByRole('region', { name: 'Camera Preview' });
const details = () => page.getByRole('region', { name: 'Stream Details' });
const buttonsOf = async () => {
  const names = await preview().getByRole('button').allInnerTexts();
  return names.filter((name) => name !== '');
};
const tags = () => page.getByRole('list', { name: 'Chosen tags' }).getByRole('listitem');
const closeToast = () => button('Close').click();
const toastCount = () =>
  page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('listitem')
    .count();

/** From Home, to which the Back button leads. */
async function open(): Promise<void> {
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Go Live' }).click();
  await page.getByRole('heading', { level: 1, name: 'Stream Your Fan Live', exact: true }).waitFor();
}

/** From the account menu. */
async function logOut(): Promise<void> {
  await page.getByRole('button', { name: /^Account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
}

describe('the camera', () => {
  afterAll(() => limitCamera(page, STILL_PICTURE));

  it('shows the microphone’s level and mutes it', async () => {
    await open();
    await startCamera(page);
    const meter = preview().getByRole('meter', { name: 'Microphone level' });
    const level = async () => Number(await meter.getAttribute('aria-valuenow'));
    // Chromium's fake microphone beeps once a second.
    await expect.poll(level, { interval: 50 }).toBeGreaterThan(20);
    await button('Mute microphone').click();
    await expect.poll(() => meter.getAttribute('aria-valuetext')).toBe('Muted');
    await expect.poll(() => button('Mute microphone').getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => level()).toBe(0);
    await button('Mute microphone').click();
    await expect.poll(level, { interval: 50 }).toBeGreaterThan(20);
  });

  // spec: 4.7
  it('is released when the page is left', async () => {
    await open();
    await startCamera(page);
    await expect.poll(() => cameraTracks(page)).toContain('live');
    await page.getByRole('link', { name: 'Home', exact: true }).first().click();
    await page.getByRole('heading', { name: 'Categories' }).waitFor();
    expect(new Set(await cameraTracks(page))).toEqual(new Set(['ended']));
  });
});

describe('Go LIVE', () => {
  // spec: 2.38, 2.39, 3.4, 4.6, 8.23
  it('sends title, category and tags, says "You are now LIVE!", and how much is sent', async () => {
    await open();
    await startCamera(page);
    await describeStream(page, ' Evening breeze ');
    await details().getByLabel('Tags', { exact: true }).fill('brass');
    await details().getByLabel('Tags', { exact: true }).press('Enter');
    const asked = page.waitForRequest('**/api/browser-stream/start');
    await button('Go LIVE').click();
    await expectToast(page, 'You are now LIVE!');
    expect((await asked).postDataJSON()).toMatchObject({
      title: 'Evening breeze',
      category: 'Ceiling Fans',
      tags: ['brass'],
    });
    await expect.poll(() => buttonsOf()).toEqual(['Share screen', 'End Stream', 'Raid']);
    await untilUploaded(page, 2);
    await preview()
      .getByText(/^LIVE - \d+ sec sent$/)
      .waitFor();
    await preview().getByText('All uploaded', { exact: true }).waitFor();
    expect(await gale.call('GET', '/streamers/GaleForce')).toMatchObject({
      is_live: true,
      title: 'Evening breeze',
      game: 'Ceiling Fans',
      tags: ['brass'],
    });
  });

  // spec: 2.41
  it('shows the channel’s address as a link and to copy, and how much is sent', async () => {
    const notice = details().locator('[data-live-notice]');
    const link = notice.getByRole('link', { name: '/channel/GaleForce' });
    await expect.poll(() => link.getAttribute('href')).toBe('/channel/GaleForce');
    await expect.poll(() => link.getAttribute('target')).toBe('_blank');
    await notice.getByText(/^\d+ sec sent$/).waitFor();
    await notice.getByRole('button', { name: 'Copy link' }).click();
    await expectToast(page, 'Copied!');
    await closeToast();
  });

  // spec: 5.10
  it('lets title, category and tags be changed', async () => {
    for (const label of ['Stream Title', 'Category', 'Tags']) {
      await expect
        .poll(() => details().getByLabel(label, { exact: true }).isEnabled(), { message: label })
        .toBe(true);
    }
    await expect.poll(() => tags().allInnerTexts()).toEqual(['brass']);
    await expect
      .poll(() => details().getByRole('button', { name: 'No changes to save' }).isDisabled())
      .toBe(true);
  });

  // spec: 9.6
  it('requests 1280x720, the rear camera and plain audio, and records WebM in chunks of 2 s (§9)', async () => {
    const { asked, recordings } = await cameraUse(page);
    expect(asked).toEqual([
      {
        video: { width: { ideal: 1280 }, height: { ideal: 720 }, facingMode: { ideal: 'environment' } },
        audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
      },
    ]);
    expect(recordings).toEqual([
      {
        mimeType: 'video/webm;codecs=vp8,opus',
        bitsPerSecond: RECORDING_BITS_PER_SECOND,
        timeSliceMs: CHUNK_INTERVAL_MS,
      },
    ]);
  });

  it('shows how long it has been live', async () => {
    const clock = preview().getByRole('timer', { name: 'Time live' });
    const seconds = async () => {
      const [minutes = '', seconds] = (await clock.innerText()).split(':');
      return Number(minutes) * 60 + Number(seconds);
    };
    await expect.poll(seconds).toBeGreaterThanOrEqual(5);
  });

  // spec: 8.16
  it('only logs failed uploads and keeps their chunks', async () => {
    const before = await chunksUploaded(page);
    const refused: string[] = [];
    await page.route('**/chunks/**', (route) => {
      refused.push(route.request().url());
      return route.abort();
    });
    logged.length = 0;
    await preview()
      .getByText(/^\d+ sec waiting: nothing is getting through$/)
      .waitFor();
    expect(refused.length).toBeGreaterThan(0);
    await expect.poll(() => toastCount()).toBe(0);
    await expect.poll(() => logged.filter((line) => line.startsWith('error'))).not.toEqual([]);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await untilUploaded(page, before + 3);
    await preview().getByText('All uploaded', { exact: true }).waitFor();
  });
});

describe('leaving the page while live', () => {
  const dialog = () => page.getByRole('dialog', { name: 'End your stream?' });

  it('asks first for links and Back, and may be cancelled', async () => {
    await page.getByRole('link', { name: 'Browse', exact: true }).first().click();
    await dialog().getByRole('button', { name: 'Stay live' }).click();
    await expect.poll(path).toBe('/go-live');
    await page.goBack();
    await dialog().waitFor();
    await expect.poll(path).toBe('/go-live');
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog().count()).toBe(0);
    const before = await chunksUploaded(page);
    await untilUploaded(page, before + 1);
    await expect.poll(() => buttonsOf()).toEqual(['Share screen', 'End Stream', 'Raid']);
  });

  // spec: 4.7
  it('ends the stream and opens the requested page', async () => {
    await page.getByRole('link', { name: 'Browse', exact: true }).first().click();
    await dialog().getByRole('button', { name: 'End Stream and leave' }).click();
    await expectToast(page, 'Stream Ended');
    await expect.poll(path).toBe('/browse');
    expect(new Set(await cameraTracks(page))).toEqual(new Set(['ended']));
    expect(await gale.call('GET', '/streamers/GaleForce')).toMatchObject({ is_live: false });
  });
});

describe('End Stream', () => {
  // spec: 4.6, 8.23
  it('says "Stream Ended" with the time that was sent, releases the camera and opens the channel', async () => {
    await open();
    await startCamera(page);
    await describeStream(page, 'A second breeze');
    // Long enough for a replay.
    await goLive(page, 4);
    await button('End Stream').click();
    const toast = page.getByRole('listitem').filter({ hasText: 'Stream Ended' });
    await toast.waitFor();
    const sentS = Number(/(\d+) sec sent/.exec(await toast.innerText())?.[1]);
    expect(sentS).toBeGreaterThanOrEqual(4);
    await expect.poll(path).toBe('/channel/GaleForce');
    expect(new Set(await cameraTracks(page))).toEqual(new Set(['ended']));
    const receipt = page.getByRole('region', { name: 'Your broadcast' });
    await receipt.getByText(/ saved, nothing lost$/).waitFor();
  });

  it('links to the replay once it exists', async () => {
    const receipt = page.getByRole('region', { name: 'Your broadcast' });
    const link = receipt.getByRole('link', { name: 'Watch the replay' });
    await link.waitFor();
    await expect.poll(() => link.getAttribute('href')).toMatch(/^\/channel\/GaleForce\/video\/\w{26}$/);
    await page.getByRole('link', { name: /A second breeze/ }).waitFor();
    await receipt.getByRole('button', { name: 'Dismiss' }).click();
    await expect.poll(() => receipt.count()).toBe(0);
    await page.reload();
    await page.getByRole('heading', { name: 'Videos', exact: true }).waitFor();
    await expect.poll(() => receipt.count()).toBe(0);
  });

  // spec: 8.16
  it('only logs that the server could not be reached', async () => {
    await open();
    await startCamera(page);
    await describeStream(page, 'A third breeze');
    await goLive(page, 1);
    await failing(page, '**/api/browser-stream/stop/*');
    logged.length = 0;
    await button('End Stream').click();
    await expectToast(page, 'Stream Ended');
    await expect.poll(path).toBe('/channel/GaleForce');
    await expect.poll(() => logged.filter((line) => line.startsWith('error'))).not.toEqual([]);
    await expect.poll(() => toastCount()).toBe(1);
  });

  it('shows pending uploads, which can be continued later', async () => {
    await open();
    await startCamera(page);
    await describeStream(page, 'A slow breeze');
    await goLive(page, 1);
    await page.route('**/chunks/**', (route) => route.abort());
    await preview()
      .getByText(/^\d+ sec waiting: nothing is getting through$/)
      .waitFor();
    await button('End Stream').click();
    await preview()
      .getByText(/^Uploading the last \d+ sec…$/)
      .waitFor();
    await preview().getByRole('progressbar', { name: 'Upload of the last part' }).waitFor();
    await button('Finish later').click();
    await expectToast(page, 'Stream Ended');
    await expect.poll(path).toBe('/channel/GaleForce');
  });
});

describe('an unfinished broadcast', () => {
  const card = () => page.getByRole('region', { name: 'Finish uploading your last broadcast?' });

  it('is offered again with title, age and size', async () => {
    await open();
    await card().getByText('A slow breeze', { exact: true }).waitFor();
    await card()
      .getByText(/^(just now|\d+ minutes? ago) · [\d.]+ [kM]B still in this browser$/)
      .waitFor();
    await card().getByRole('button', { name: 'Discard', exact: true }).click();
    await card().getByRole('button', { name: 'Keep it' }).click();
    await expect
      .poll(() => card().getByRole('button').allInnerTexts())
      .toEqual(['Finish uploading', 'Discard']);
  });

  it('is uploaded and becomes a complete replay', async () => {
    await card().getByRole('button', { name: 'Finish uploading' }).click();
    await expectToast(page, 'Upload finished');
    const receipt = page.getByRole('region', { name: 'Your broadcast' });
    await receipt.getByText(/ saved, nothing lost$/).waitFor();
    await receipt.getByRole('link', { name: 'Watch the replay' }).waitFor();
    await expect.poll(() => card().count()).toBe(0);
  });
});

describe('a failing recorder', () => {
  // spec: 8.8
  it('says "Recording Error"', async () => {
    await open();
    await startCamera(page);
    await describeStream(page, 'A broken breeze');
    await goLive(page, 1);
    await breakRecorder(page);
    await expectToast(page, 'Recording Error', 'There was an issue with recording');
  });
});

describe('a broadcast that is ended elsewhere', () => {
  it('says that the user went live elsewhere, and opens the channel', async () => {
    await open();
    await startCamera(page);
    await describeStream(page, 'A first breeze of two');
    await goLive(page, 1);
    await gale.call('POST', '/browser-stream/start', { title: 'Elsewhere', category: 'Box Fans' });
    await expectToast(page, 'Stream Ended', 'It ended because you went live somewhere else.');
    await expect.poll(path).toBe('/channel/GaleForce');
    expect(new Set(await cameraTracks(page))).toEqual(new Set(['ended']));
  });

  it('is confirmed before a log-out, and has ended by then', async () => {
    await open();
    await startCamera(page);
    await describeStream(page, 'A last breeze');
    await goLive(page, 1);
    await logOut();
    const question = page.getByRole('dialog', { name: 'End your stream?' });
    await question.getByRole('button', { name: 'Stay live' }).click();
    await expect.poll(() => buttonsOf()).toEqual(['Share screen', 'End Stream', 'Raid']);
    await logOut();
    await question.getByRole('button', { name: 'End Stream and leave' }).click();
    await page.getByRole('heading', { name: 'Log In' }).waitFor();
    await expect.poll(path).toBe('/login');
    expect(new Set(await cameraTracks(page))).toEqual(new Set(['ended']));
    expect(await gale.call('GET', '/streamers/GaleForce')).toMatchObject({ is_live: false });
  });
});

it('the pages caused no error', () => {
  expect(complaints).toEqual([]);
});
