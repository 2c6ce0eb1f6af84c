import type { Page } from 'playwright-core';
import type { BrowserStream, Way } from '#shared/live/browser-stream.ts';
import type { Video } from '#shared/videos/videos.ts';
import { WAY_SETTING } from '#web/features/browser-stream/way.ts';
import { expectToast } from '../browser.ts';
import type { Person } from '../../site/people.ts';

/** Makes the page's next documents remember the preferred way of broadcasting. */
export async function presetWay(page: Page, way: Way): Promise<void> {
  await page.addInitScript(([setting, way]) => localStorage.setItem(setting, way), [
    WAY_SETTING,
    way,
  ] as const);
}

const PROOF_TRIES = 5;

/** Waits until the probe has found that this browser supports the direct way. Retries if the browser was too busy. */
export async function untilDirectIsProven(page: Page): Promise<void> {
  const answer = page.locator('[data-direct=proven], [data-direct=missing]');
  for (let tries = 1; ; tries += 1) {
    await answer.waitFor();
    if ((await answer.getAttribute('data-direct')) === 'proven') return;
    if (tries === PROOF_TRIES) throw new Error(await answer.innerText());
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByRole('button', { name: 'Start Camera', exact: true }).click();
    await page.getByRole('button', { name: 'Go LIVE', exact: true }).waitFor();
  }
}

/** Opens /go-live, starts the camera and goes live. Returns the broadcast's id. */
export async function goLive(
  page: Page,
  title: string,
  ready?: (page: Page) => Promise<void>,
): Promise<string> {
  await page.goto('/go-live');
  // With the keyboard, because content that loads above the button may move it under the mouse.
  await page.getByRole('button', { name: 'Start Camera' }).press('Enter');
  await expectToast(page, 'Camera Ready');
  await ready?.(page);
  await page.getByLabel('Stream Title').fill(title);
  await page.getByLabel('Category').selectOption('Box Fans');
  const started = page.waitForResponse((response) => response.url().endsWith('/browser-stream/start'));
  await page.getByRole('button', { name: 'Go LIVE' }).click();
  const { stream_id: id } = (await (await started).json()) as { stream_id: string };
  await expectToast(page, 'You are now LIVE!');
  return id;
}

/** Presses End Stream and waits for the channel's page. */
export async function endStream(page: Page, username: string): Promise<void> {
  const left = page.waitForURL(`**/channel/${username}`, { timeout: 60_000 });
  await pressAndAgree(page, 'End Stream', left);
}

/** Presses Stop Stream and waits for the confirmation toast. */
export const stopStream = (page: Page): Promise<void> =>
  pressAndAgree(page, 'Stop Stream', expectToast(page, 'Stream Stopped'));

/** Confirms the dialog that appears if there are viewers. */
async function pressAndAgree(page: Page, name: string, done: Promise<void>): Promise<void> {
  await page.getByRole('button', { name }).click();
  const agree = page.getByRole('dialog', { name: 'End stream?' }).getByRole('button', { name });
  const asked = agree.waitFor().then(() => agree.click());
  await Promise.race([done, asked]);
  asked.catch(() => {});
  await done;
}

export const broadcastOf = (person: Person, id: string): Promise<BrowserStream> =>
  person.call('GET', `/browser-stream/${id}`) as Promise<BrowserStream>;

export const videosOf = (person: Person): Promise<Video[]> =>
  person.call('GET', `/videos?channel=${person.id}`) as Promise<Video[]>;
