/** The chat next to a replay: at the video's position, and complete. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ReplayChat } from '#shared/videos/replays.ts';
import type { Video } from '#shared/videos/videos.ts';
import { violations } from '#test/support/browser/accessibility.ts';
import { useWorld } from '#test/support/browser/world.ts';
import type { Person } from '#test/support/site/people.ts';
import { aVideo } from '#test/support/api/table/seed-videos.ts';

const START = Date.parse('2026-05-01T12:00:00.000Z');
const at = (seconds: number): string => new Date(START + seconds * 1000).toISOString();

const world = useWorld();
let gale: Person;
let page: Page;
let replay: Video;

const line = (words: string) =>
  page.getByRole('complementary', { name: 'Stream chat replay' }).getByText(words);

beforeAll(async () => {
  gale = await world.person('GaleForce');
  ({ page } = await world.visitor());
  replay = aVideo(gale, {
    kind: 'replay',
    status: 'ready',
    title: 'Evening breeze',
    playback_url: '/media/none/replay.m3u8',
    created_at: at(0),
    duration_s: 110,
  });
  const said = (message: string, atS: number, visibleAtS: number) => ({
    id: `01ARZ3NDEKTSV4RRFF${String(atS).padStart(8, '0')}`,
    username: 'FannyFan',
    message,
    timestamp: at(atS),
    shown_at: at(visibleAtS),
  });
  const chat: ReplayChat = {
    recorded: [
      { at_s: 0, time: at(0) },
      { at_s: 50, time: at(80) },
    ],
    messages: [said('it begins', 12, 5), said('before the gap', 58, 45), said('after it', 100, 90)],
    next: null,
  };
  await page.route(`**/api/videos/${replay.id}`, (route) => route.fulfill({ json: replay }));
  await page.route(`**/api/replays/${replay.id}/chat*`, (route) => route.fulfill({ json: chat }));
});

const openAt = (seconds: number) => page.goto(`/channel/GaleForce/video/${replay.id}?t=${seconds}`);

describe('the chat of a replay', () => {
  it('shows messages up to the video’s position, by their authors’ positions', async () => {
    await openAt(10);
    await line('it begins').waitFor();
    expect(await line('before the gap').count()).toBe(0);
    await openAt(46);
    await line('before the gap').waitFor();
    expect(await line('after it').count()).toBe(0);
  });

  it('continues after a gap of the broadcast', async () => {
    await openAt(61);
    await line('after it').waitFor();
    expect(await line('before the gap').count()).toBe(1);
  });

  it('can be read completely', async () => {
    await openAt(1);
    await line('No messages so far.').waitFor();
    await page.getByRole('button', { name: 'Show full chat' }).click();
    await line('after it').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Follow the video' }).click();
    await line('after it').waitFor({ state: 'detached' });
  });
});
