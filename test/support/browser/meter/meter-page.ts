/** The fan meter of a page, next to its video or on /go-live. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { MeterCase } from '../../media/meter/meter-cases.ts';

/** Duration of the sound, which then repeats. */
export const FAN_S = 40;

/** A fan that the meter can measure, and its sound. */
export const DESK_FAN = { blades: 4, rpm: 1180 };
export const FAN: MeterCase = { seed: 11, fan: DESK_FAN, snrDb: 8, beside: null };

export const meterIn = (page: Page) => page.getByRole('region', { name: 'Fan meter' });

/** Returns the meter's headline. */
export const headline = (page: Page): Promise<string | null> =>
  meterIn(page).locator('[data-headline]').textContent();

/** Waits until the text contains the speed within 1 %. */
export async function expectRpm(words: () => Promise<string | null>, rpm: number): Promise<void> {
  const error = async () =>
    Math.abs(Number(/([\d,]+) rpm/.exec((await words()) ?? '')?.[1]?.replace(',', '')) / rpm - 1);
  await expect.poll(error, { timeout: 60_000 }).toBeLessThan(0.01);
}
