/** The fan meter, in a browser that plays what is known to turn so fast. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { estimateSpeed } from '../../../web/src/features/meter/signal/speed/speed.ts';
import type { Video } from '../../../shared/videos/videos.ts';
import { violations } from '../../support/browser/accessibility.ts';
import { expectFocused } from '../../support/browser/keyboard.ts';
import { useWorld } from '../../support/browser/world.ts';
import { fanFilm } from '../../support/meter/fan-film.ts';
import { hearPage, openContexts, recordPage } from '../../support/meter/heard-page.ts';
import { framesOf, type MeterCase, soundOf } from '../../support/meter/meter-cases.ts';
import { powerOf } from '../../support/meter/sound.ts';
import type { Person } from '../../support/site/people.ts';
import { published } from '../../support/site/video-uploads.ts';

const SECONDS = 40;
const DESK_FAN = { blades: 4, rpm: 1180 };
const FAN: MeterCase = { seed: 11, fan: DESK_FAN, snrDb: 8, beside: null };
const AIR: MeterCase = { seed: 12, fan: null, snrDb: 0, beside: null };

const world = useWorld();
let owner: Person;
const videos: Record<'fan' | 'air', Video> = {} as never;

beforeAll(async () => {
  owner = await world.person('MeterMaid');
  for (const [name, sound] of [['fan', FAN] as const, ['air', AIR] as const]) {
    videos[name] = await published(world.site, owner, await fanFilm([sound], SECONDS), `All ${name}`);
  }
  const isReady = async ({ id }: Video) =>
    ((await owner.call('GET', `/videos/${id}`)) as Video).status === 'ready';
  const areReady = async () => (await isReady(videos.fan)) && isReady(videos.air);
  await vi.waitUntil(areReady, { timeout: 120_000, interval: 300 });
});

const meterIn = (page: Page) => page.getByRole('region', { name: 'Fan meter' });
const headline = (page: Page) => meterIn(page).locator('[data-headline]').textContent();

/** Opens the meter of a video as somebody without a mouse. */
async function openMeter(page: Page, { id }: Video): Promise<void> {
  await page.goto(`/channel/MeterMaid/video/${id}`);
  await page.locator('[data-player][data-state=playing]').waitFor();
  await page.getByRole('button', { name: 'Fan tools' }).focus();
  await page.keyboard.press('Enter');
  await expectFocused(page, 'menuitem', 'Fan meter');
  await page.keyboard.press('Enter');
  await expectFocused(page, 'region', 'Fan meter');
}

describe('the fan meter of a video', () => {
  let page: Page;
  let complaints: readonly string[];
  let before: number;

  beforeAll(async () => {
    ({ page, complaints } = await world.visitor());
    await hearPage(page);
    await page.goto(`/channel/MeterMaid/video/${videos.fan.id}`);
    before = page.workers().length;
    await openMeter(page, videos.fan);
  });

  it('tells how fast a fan turns within 1 %, once its blades are counted', async () => {
    await meterIn(page).getByRole('combobox', { name: 'Blades' }).selectOption('4');
    await expect.poll(() => headline(page), { timeout: 25_000 }).toMatch(/rpm$/);
    const rpm = Number((await headline(page))?.replaceAll(/\D/g, ''));
    expect(Math.abs(rpm / DESK_FAN.rpm - 1)).toBeLessThan(0.01);
    await expect.poll(() => meterIn(page).textContent()).toContain('above the quietest so far');
  });

  it('leaves the sound as it is', async () => {
    const { rateHz, sound } = await recordPage(page, 8);
    const decibels = 10 * Math.log10(powerOf(sound) / powerOf(soundOf(FAN)));
    expect(Math.abs(decibels)).toBeLessThan(1);
    const estimate = estimateSpeed(framesOf(sound, rateHz), DESK_FAN.blades);
    expect(estimate).toEqual({ speed: expect.objectContaining({ rpm: expect.closeTo(DESK_FAN.rpm, -1) }) });
  });

  it('is well for whoever does not see it', async () => {
    expect(await violations(page)).toEqual([]);
  });

  it('leaves nothing running once it is closed', async () => {
    expect(page.workers().length).toBeGreaterThan(before);
    await meterIn(page).getByRole('button', { name: 'Close the fan meter' }).press('Enter');
    await expect.poll(() => page.workers().length).toBe(before);
    await expect.poll(() => openContexts(page)).toBe(0);
    expect(complaints).toEqual([]);
  });
});

describe('the fan meter where no fan turns', () => {
  it('cannot tell, and says why', async () => {
    const { page } = await world.visitor();
    await openMeter(page, videos.air);
    await expect.poll(() => headline(page), { timeout: 25_000 }).toBe('Cannot tell');
    await expect.poll(() => meterIn(page).textContent()).toContain('No blades stand out');
  });
});
