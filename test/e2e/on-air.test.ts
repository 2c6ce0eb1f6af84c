/** What a streamer sees and does while on the air, from the camera and through software. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { broadcastOf, goLive } from '../support/broadcaster-page.ts';
import { FAKE_DEVICES } from '../support/fake-camera.ts';
import type { Person } from '../support/people.ts';
import { useWorld } from '../support/world.ts';

/** Viewers are counted by the tick. */
const world = useWorld({ tickMs: 1_000 }, FAKE_DEVICES);
let gale: Person;
let page: Page;
let complaints: readonly string[];

beforeAll(async () => {
  gale = await world.person('GaleForce');
  ({ page, complaints } = await world.visitor(gale));
});

describe('the microphone’s meter', () => {
  it('never calls quiet what its bar shows to be loud', async () => {
    await page.goto('/go-live');
    await page.getByRole('button', { name: 'Start Camera' }).click();
    await page.getByRole('meter', { name: 'Microphone level' }).waitFor();
    const seen = await page.evaluate(readMeter);
    expect(Math.max(...seen.map(({ share }) => share))).toBeGreaterThan(0.5);
    expect(seen.filter(({ share, word }) => share > 0.5 && word !== 'Good' && word !== 'Too loud')).toEqual(
      [],
    );
    await page.getByRole('button', { name: 'Cancel' }).click();
  });
});

describe('whoever closes the tab while live', () => {
  it('ends the broadcast at once, without a minute of silence', async () => {
    const tab = await page.context().newPage();
    const id = await goLive(tab, 'A short breeze');
    await tab.getByText(/^LIVE - [1-9]\d* chunks uploaded$/).waitFor();
    tab.on('dialog', (question) => void question.accept());
    await tab.close({ runBeforeUnload: true });
    await expect
      .poll(async () => (await broadcastOf(gale, id)).ended_by, { timeout: 20_000, interval: 250 })
      .toBe('streamer');
    expect(await gale.call('GET', '/streamers/GaleForce')).toMatchObject({ is_live: false });
  });
});

it('the pages complained about nothing', () => {
  expect(complaints).toEqual([]);
});

interface Reading {
  readonly share: number;
  readonly word: string;
}

/** What the meter shows at each picture, over three beeps of Chromium’s fake microphone. */
function readMeter(): Promise<Reading[]> {
  const meter = document.querySelector('[role=meter]');
  const seen: Reading[] = [];
  return new Promise((resolve) => {
    const look = () => {
      const bar = meter?.firstElementChild as HTMLElement;
      const share = Number(/scaleX\(([\d.]+)\)/.exec(bar.style.transform)?.[1]);
      seen.push({ share, word: meter?.nextElementSibling?.textContent ?? '' });
      if (seen.length < 200) requestAnimationFrame(look);
      else resolve(seen);
    };
    requestAnimationFrame(look);
  });
}
