/** A moderator types captions for a broadcast, and a viewer who has turned them on reads them. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type DirectClient,
  goLiveDirect,
  segmentsOfSmall,
} from '#test/support/api/broadcast/direct-client.ts';
import { SMALL_VIEWPORT } from '#test/support/browser/browser.ts';
import { useWorld } from '#test/support/browser/world.ts';
import type { Person } from '#test/support/site/people.ts';

const LENGTH_S = 180;
const PATIENCE = { timeout: 60_000, interval: 100 };

const world = useWorld();
let client: DirectClient;
let moderator: Person;

beforeAll(async () => {
  const streamer = await world.person('Captioned');
  moderator = await world.person('Typist');
  await streamer.call('PUT', `/rooms/${streamer.id}/moderators/Typist`);
  const segments = await segmentsOfSmall(LENGTH_S);
  client = await goLiveDirect({ url: () => world.site.url, person: streamer, segments });
});
afterAll(() => client?.end());

const player = (page: Page) => page.locator('[data-player]');
const cues = (page: Page) => page.locator('[data-cues]').last();

async function untilPlaying(page: Page): Promise<void> {
  await expect.poll(() => player(page).getAttribute('data-state'), PATIENCE).toBe('playing');
}

/** Types until the viewer reads the line. */
async function type(page: Page, line: string): Promise<void> {
  await page.getByLabel('Caption', { exact: true }).fill(line);
  await page.keyboard.press('Enter');
  await page.getByRole('listitem').filter({ hasText: line }).waitFor();
}

describe('live captions', () => {
  it('come from a moderator to a viewer who turns them on, and to no other viewer', async () => {
    const [{ page: typist }, { page: viewer }, { page: other }] = [
      await world.visitor(moderator),
      await world.visitor(),
      await world.visitor(),
    ];
    const requests: string[] = [];
    other.on('request', (request) => requests.push(request.url()));
    for (const page of [viewer, other]) await page.setViewportSize(SMALL_VIEWPORT);
    for (const page of [viewer, other]) await page.goto('/channel/Captioned');
    await typist.goto('/captions/Captioned');
    for (const page of [typist, viewer, other]) await untilPlaying(page);

    const isKeyListed = async () => {
      await viewer.keyboard.press('?');
      const keys = viewer.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await keys.waitFor();
      const isListed = await keys.getByText('Captions on or off').isVisible();
      await viewer.keyboard.press('Escape');
      await keys.waitFor({ state: 'detached' });
      return isListed;
    };

    await player(viewer).hover();
    expect(await isKeyListed()).toBe(false);
    await expect.poll(() => viewer.getByRole('button', { name: 'Captions (c)' }).count()).toBe(0);
    await type(typist, 'The first line');
    await viewer.getByRole('button', { name: 'Captions (c)' }).click(PATIENCE);
    await viewer.getByRole('menuitemradio', { name: 'English' }).click();
    await viewer.keyboard.press('Escape');
    expect(await isKeyListed()).toBe(true);
    for (const line of ['It turns <slowly>', 'and faster']) {
      await type(typist, line);
      await expect.poll(() => cues(viewer).textContent(), PATIENCE).toContain(line);
    }
    expect(requests.filter((url) => url.includes('/captions/'))).toEqual([]);
    expect(await other.locator('[data-cues]').count()).toBe(0);
  });

  it('are not typed by other people', async () => {
    const { page } = await world.visitor(await world.person('Passerby'));
    await page.goto('/captions/Captioned');
    await page.getByText("You can't type captions here").waitFor();
    expect(await page.getByLabel('Caption', { exact: true }).count()).toBe(0);
  });
});
