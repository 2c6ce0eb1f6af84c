/** A streamer uploads an emote in Chromium; the chat shows it there and in Firefox, until it is removed. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it, vi } from 'vitest';
import { useFirefox } from '#test/support/browser/firefox.ts';
import { useWorld } from '#test/support/browser/world.ts';
import { newFolder } from '#test/support/runner/temporary-folder.ts';
import type { Person } from '#test/support/site/people.ts';

const world = useWorld();
const firefox = useFirefox(world);
let gale: Person;
let page: Page;
let complaints: readonly string[];

beforeAll(async () => {
  gale = await world.person('GaleForce');
  ({ page, complaints } = await world.visitor(gale));
});

const card = () => page.getByRole('region', { name: 'Emotes of your channel' });
/** By which pages name it. */
const ALT = 'A fan that dances';

async function aMovingGif(): Promise<string> {
  const path = join(newFolder(), 'hype.gif');
  const source = ['-f', 'lavfi', '-i', 'testsrc2=size=96x96:rate=10', '-frames:v', '20'];
  execFileSync('ffmpeg', ['-v', 'error', ...source, path]);
  return path;
}

it('an emote is uploaded, used in the chat, seen in another browser, and becomes text when it is removed', async () => {
  await page.goto('/settings');
  await card().getByText('Your channel has no emotes yet.').waitFor();
  await card()
    .getByLabel('Choose picture')
    .setInputFiles(await aMovingGif());
  await card().getByLabel('Code').fill('Hype');
  await card().getByLabel('Alternative text').fill(ALT);
  await card().getByRole('button', { name: 'Add emote' }).click();
  await card().getByText(':hype:', { exact: true }).waitFor();

  const viewer = await firefox();
  await viewer.page.goto(`${world.site.url}/channel/GaleForce/chat`);
  await page.goto('/channel/GaleForce/chat');
  await page.getByRole('button', { name: 'Emotes' }).click();
  await page.getByRole('menuitem', { name: `:hype: ${ALT}` }).click();
  await page.getByRole('textbox', { name: 'Send a message' }).press('Enter');
  const own = page.getByRole('listitem').getByRole('img', { name: ALT });
  await own.waitFor();
  await expect.poll(() => own.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(96);
  const sourceOf = () => own.evaluate((img: HTMLImageElement) => img.currentSrc.split('.').at(-2));
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(sourceOf).toBe('moving');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(sourceOf).toBe('still');

  const seen = await viewer.page.waitForSelector(`img[alt="${ALT}"]`);
  await vi.waitFor(async () =>
    expect(await seen!.evaluate((img) => (img as HTMLImageElement).naturalWidth)).toBe(96),
  );

  await gale.call('DELETE', `/rooms/${gale.id}/emotes/hype`);
  await own.waitFor({ state: 'detached' });
  await page.getByRole('listitem').getByText(':hype:').waitFor();
  await vi.waitFor(async () => expect(await viewer.page.$(`img[alt="${ALT}"]`)).toBeNull(), 30_000);
  expect([...complaints, ...viewer.complaints]).toEqual([]);
});
