/** The fan meter of a video with a known fan speed. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { linesIn } from '#web/features/meter/signal/spectrum/lines.ts';
import { steadySpectrum } from '#web/features/meter/signal/spectrum/steady-spectrum.ts';
import type { Video } from '#shared/videos/videos.ts';
import { violations } from '#test/support/browser/accessibility.ts';
import { useFirefox, whenEnabled } from '#test/support/browser/firefox.ts';
import { expectFocused } from '#test/support/browser/keyboard.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { SLOW_FAKE_DEVICES } from '#test/support/media/fake-camera.ts';
import { fanFilm } from '#test/support/media/meter/fan-film.ts';
import { framesOf, type MeterCase, soundOf } from '#test/support/media/meter/meter-cases.ts';
import {
  DESK_FAN,
  expectRpm,
  FAN,
  FAN_S,
  headline,
  meterIn,
} from '#test/support/browser/meter/meter-page.ts';
import { powerOf } from '#test/support/media/meter/sound.ts';
import type { Person } from '#test/support/site/people.ts';
import { published, untilReady } from '#test/support/site/video-uploads.ts';

const AIR: MeterCase = { seed: 12, fan: null, snrDb: 0, beside: null };

const world = useWorld({}, () => SLOW_FAKE_DEVICES);
const firefox = useFirefox(world);
let owner: Person;
const videos: Record<'fan' | 'air', Video> = {} as never;

beforeAll(async () => {
  owner = await world.person('MeterMaid');
  for (const [name, sound] of [['fan', FAN] as const, ['air', AIR] as const]) {
    videos[name] = await published(world.site, owner, await fanFilm([sound], FAN_S), `All ${name}`);
  }
  for (const video of Object.values(videos)) await untilReady(owner, video);
});

/** Opens a video's meter with the keyboard. */
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
    await countContexts(page);
    await page.goto(`/channel/MeterMaid/video/${videos.fan.id}`);
    before = page.workers().length;
    await openMeter(page, videos.fan);
  });

  it('measures a fan’s speed within 1 % with its blade count', async () => {
    await meterIn(page).getByRole('combobox', { name: 'Blades' }).selectOption('4');
    await expectRpm(() => headline(page), DESK_FAN.rpm);
    await expect.poll(() => meterIn(page).textContent()).toContain('above the quietest so far');
  });

  it('shows the loudness in dB(A) after calibration, with its uncertainty', async () => {
    await meterIn(page).getByText('Loudness in dB(A)').click();
    await meterIn(page).getByLabel('Reading from a sound level meter').fill('48');
    await meterIn(page).getByLabel('Reading from a sound level meter').press('Enter');
    await expect.poll(() => meterIn(page).textContent()).toMatch(/4[789] dB\(A\), within 2 dB/);
  });

  it('does not change the sound', async () => {
    const { rateHz, sound } = await recordPage(page, 8);
    const decibels = 10 * Math.log10(powerOf(sound) / powerOf(soundOf(FAN)));
    expect(Math.abs(decibels)).toBeLessThan(1);
    const tones = linesIn(steadySpectrum(framesOf(sound, rateHz)), 60, 100);
    const [loudest] = tones.toSorted((one, other) => other.levelDb - one.levelDb);
    const passHz = (DESK_FAN.blades * DESK_FAN.rpm) / 60;
    expect(Math.abs((loudest?.frequencyHz ?? 0) / passHz - 1)).toBeLessThan(0.01);
  });

  it('passes axe', async () => {
    expect(await violations(page)).toEqual([]);
  });

  it('stops everything when it is closed', async () => {
    expect(page.workers().length).toBeGreaterThan(before);
    await meterIn(page).getByRole('button', { name: 'Close fan meter' }).press('Enter');
    await expect.poll(() => page.workers().length).toBe(before);
    await expect.poll(() => openContexts(page)).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe('the fan meter', () => {
  it('reports that it cannot measure without a fan, and why', async () => {
    const { page } = await world.visitor();
    await openMeter(page, videos.air);
    await expect.poll(() => headline(page), { timeout: 25_000 }).toBe('Unknown');
    await expect.poll(() => meterIn(page).textContent()).toContain('No blades detected');
  });

  it('works in Firefox, where the sound is captured differently', async () => {
    const { page, complaints } = await firefox();
    await page.goto(`${world.site.url}/channel/MeterMaid/video/${videos.fan.id}`);
    await (await whenEnabled(page, '[aria-label="Fan tools"]')).click();
    await (await whenEnabled(page, '::-p-aria(Fan meter[role="menuitem"])')).click();
    await page.locator('::-p-aria(Fan meter[role="region"]) select').wait();
    await page.select('section[aria-labelledby] select', '4');
    const words = () => page.$eval('[data-headline]', ({ textContent }) => textContent);
    await expectRpm(words, DESK_FAN.rpm);
    expect(await page.$eval('video', ({ paused, muted, volume }) => ({ paused, muted, volume }))).toEqual({
      paused: false,
      muted: false,
      volume: 1,
    });
    expect(complaints).toEqual([]);
  });
});

interface AudibleSound {
  /** The page's contexts that are not closed. */
  readonly contexts: Set<AudioContext>;
  readonly Native: typeof AudioContext;
}

/** Counts the page's open Web Audio contexts, from the next navigation on. */
const countContexts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const contexts = new Set<AudioContext>();
    const Native = globalThis.AudioContext;
    class Noted extends Native {
      constructor(options?: AudioContextOptions) {
        super(options);
        contexts.add(this);
      }

      override close(): Promise<void> {
        contexts.delete(this);
        return super.close();
      }
    }
    Object.assign(globalThis, { AudioContext: Noted, audible: { contexts, Native } });
  });

const openContexts = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { audible: AudibleSound }).audible.contexts.size);

/** Records the first video's audio for this time; once per page. Returns samples at `rateHz`. */
async function recordPage(page: Page, seconds: number): Promise<{ rateHz: number; sound: Float32Array }> {
  const { rateHz, base64 } = await page.evaluate(async (seconds) => {
    const { audible } = globalThis as unknown as { audible: AudibleSound };
    const video = document.querySelector('video');
    if (!video) throw new Error('There is no video');
    const context = new audible.Native();
    await context.resume();
    const recorder = context.createScriptProcessor(4096, 1, 1);
    const blocks: Float32Array<ArrayBuffer>[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    recorder.addEventListener('audioprocess', ({ inputBuffer }) => {
      blocks.push(inputBuffer.getChannelData(0).slice());
      if (blocks.length * 4096 >= seconds * context.sampleRate) resolve();
    });
    const source = context.createMediaElementSource(video);
    source.connect(context.destination);
    source.connect(recorder);
    recorder.connect(context.destination);
    await promise;
    recorder.disconnect();
    const url = await new Promise<string>((over) => {
      const reader = new FileReader();
      reader.addEventListener('load', () => over(String(reader.result)));
      reader.readAsDataURL(new Blob(blocks));
    });
    return { rateHz: context.sampleRate, base64: url.split(',').at(-1) ?? '' };
  }, seconds);
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64'));
  return { rateHz, sound: new Float32Array(bytes.buffer) };
}
