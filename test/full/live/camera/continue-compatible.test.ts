import { beforeAll, describe, expect, it } from 'vitest';
import { endStream, goLive, presetWay, videosOf } from '#test/support/browser/camera/broadcaster-page.ts';
import { expectToast } from '#test/support/browser/browser.ts';
import { untilUploaded } from '#test/support/browser/camera/camera-page.ts';
import { cameraWorld } from '#test/support/browser/camera/camera-world.ts';
import { countersOf } from '#test/support/media/joined-media.ts';

const USERNAME = 'TwiceTilda';
const CHUNK_S = 2;

const camera = cameraWorld(USERNAME);
const { expectNewFrames, ingest } = camera;
const page = () => camera.streamer.page;

beforeAll(() => presetWay(page(), 'compatible'));

describe('a compatible broadcast whose page goes away', () => {
  let streamId: string;
  const seen = new Set<number>();

  it('continues by itself at the same address after a reload, and viewers see the new picture', async () => {
    streamId = await goLive(page(), 'Second wind');
    await camera.open();
    await expect.poll(() => camera.player('state'), { timeout: 60_000 }).toBe('playing');
    for (const counter of await camera.framesOf(2)) seen.add(counter);
    await untilUploaded(page(), 4);
    const resumed = page().waitForResponse(`**/browser-stream/${streamId}/resume`);
    await page().reload();
    const answer = (await (await resumed).json()) as { next_seq: number };
    expect(answer).toMatchObject({ stream_id: streamId, session: 1 });
    expect(answer.next_seq).toBeGreaterThanOrEqual(4);
    await expectToast(page(), 'Your stream goes on');
    await untilUploaded(page(), answer.next_seq + 3);
    await expect.poll(ingest, { timeout: 60_000 }).toBe('receiving');
    for (const counter of await expectNewFrames()) seen.add(counter);
  });

  it('is interrupted for viewers while its tab is closed, and continues in another one', async () => {
    await page().close({ runBeforeUnload: false });
    const tab = await camera.newTab();
    await tab.goto('/');
    await tab.getByRole('region', { name: 'Your stream was interrupted' }).waitFor();
    await camera.viewer.page.getByText('The stream was interrupted.').waitFor();
    await tab.getByRole('link', { name: 'Continue stream' }).click();
    await expectToast(tab, 'Your stream goes on');
    await camera.viewer.page
      .getByText('The stream was interrupted.')
      .waitFor({ state: 'detached', timeout: 60_000 });
    for (const counter of await expectNewFrames()) seen.add(counter);
    await endStream(tab, USERNAME);
    await tab.close();
  });

  it('has one replay with all its parts', async () => {
    const { chunks, ended_by } = await camera.untilEnded(streamId);
    expect([chunks.lost, ended_by]).toEqual([0, 'streamer']);
    const [replay] = await videosOf(camera.person);
    const playlist = await (await fetch(camera.world.site.url + replay!.playback_url)).text();
    expect(playlist.match(/^#EXT-X-DISCONTINUITY$/gm)).toHaveLength(2);
    // The last chunk of a recording is shorter.
    expect(replay!.duration_s).toBeGreaterThan(CHUNK_S * (chunks.stored - 4));
    const played = new Set(await countersOf(await camera.replayFile()));
    expect([...seen].filter((counter) => !played.has(counter))).toEqual([]);
  });
});
