import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  broadcastOf,
  endStream,
  goLive,
  untilDirectIsProven,
  videosOf,
} from '#test/support/browser/camera/broadcaster-page.ts';
import { expectToast } from '#test/support/browser/browser.ts';
import { untilUploaded } from '#test/support/browser/camera/camera-page.ts';
import { cameraWorld } from '#test/support/browser/camera/camera-world.ts';
import { tapWorkers } from '#test/support/browser/camera/worker-tap.ts';
import { CAMERA } from '#test/support/media/fake-camera.ts';

const USERNAME = 'ReturningRita';

const camera = cameraWorld(USERNAME, { camera: { ...CAMERA, framesPerS: 10 } });
const { expectNewFrames, ingest } = camera;
const page = () => camera.streamer.page;

const continued = (tab: Page) => expectToast(tab, 'Your stream goes on');

beforeAll(() => tapWorkers(page()));

describe('a broadcast whose page goes away', () => {
  let streamId: string;

  it('is interrupted for viewers while the page reloads, and continues by itself at the same address', async () => {
    streamId = await goLive(page(), 'Back in a breeze', untilDirectIsProven);
    await camera.open();
    await expect.poll(() => camera.player('state'), { timeout: 60_000 }).toBe('playing');
    await camera.framesOf(2);
    await untilUploaded(page(), 5);
    const resumed = page().waitForResponse(`**/browser-stream/${streamId}/resume`);
    await page().reload();
    expect(await (await resumed).json()).toMatchObject({ stream_id: streamId, session: 1 });
    await continued(page());
    await expect.poll(ingest).toBe('receiving');
    await expectNewFrames();
    expect(await page().getByLabel('Stream Title').inputValue()).toBe('Back in a breeze');
  });

  it('offers to continue on every page after the tab was closed, and shows viewers an interruption', async () => {
    await page().close({ runBeforeUnload: false });
    const tab = await camera.newTab();
    await tab.goto('/');
    await tab.getByRole('region', { name: 'Your stream was interrupted' }).waitFor();
    await camera.viewer.page.getByText('The stream was interrupted.').waitFor();
    await tab.getByRole('link', { name: 'Continue stream' }).click();
    await continued(tab);
    await expectNewFrames();
    await camera.viewer.page.getByText('The stream was interrupted.').waitFor({ state: 'detached' });
    await untilUploaded(tab, 15);
    await endStream(tab, USERNAME);
    await tab.close();
  });

  it('has one replay of all its parts', async () => {
    const status = async () => (await broadcastOf(camera.person, streamId)).video_id;
    await expect.poll(status).not.toBeNull();
    const { chunks, ended_by } = await broadcastOf(camera.person, streamId);
    expect([chunks.lost, ended_by]).toEqual([0, 'streamer']);
    const videos = await videosOf(camera.person);
    expect(videos).toHaveLength(1);
    const main = await fetch(camera.world.site.url + videos[0]!.playback_url);
    const name = /^\S+-main\.m3u8$/m.exec(await main.text())?.[0] ?? '';
    const playlist = await (await fetch(new URL(name, main.url))).text();
    expect(playlist.match(/^#EXT-X-DISCONTINUITY$/gm)).toHaveLength(2);
    expect(playlist.match(/^#EXTINF/gm)).toHaveLength(chunks.stored);
  });

  it('ends immediately when its owner presses End', async () => {
    const tab = await camera.newTab();
    const id = await goLive(tab, 'Gone with the wind', untilDirectIsProven);
    await untilUploaded(tab, 3);
    await tab.close({ runBeforeUnload: false });
    const other = await camera.newTab();
    await other.goto('/go-live');
    const card = other.getByRole('region', { name: 'Your stream was interrupted' });
    await card.getByRole('button', { name: 'End Stream' }).click();
    const ended = async () => (await broadcastOf(camera.person, id)).ended_by;
    await expect.poll(ended).toBe('streamer');
    await card.waitFor({ state: 'detached' });
    await other.close();
  });

  it('is not continued by another browser of the same person', async () => {
    const tab = await camera.newTab();
    const id = await goLive(tab, 'One of two', untilDirectIsProven);
    await untilUploaded(tab, 2);
    await tab.close({ runBeforeUnload: false });
    const elsewhere = await camera.world.visitor(camera.person);
    await elsewhere.page.goto('/go-live');
    await elsewhere.page.getByText("You're already live").first().waitFor();
    expect(await elsewhere.page.getByText('Continue stream').count()).toBe(0);
    await camera.person.call('POST', `/browser-stream/stop/${id}`);
  });
});
