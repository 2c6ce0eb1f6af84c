import type { Page } from 'playwright-core';
import type { BrowserStream } from '../../../shared/browser-stream.ts';
import type { Video } from '../../../shared/videos.ts';
import { expectToast } from './browser.ts';
import type { Person } from '../site/people.ts';

/** Opens /go-live, starts the camera and goes live, as a person does; answers the broadcast's id. */
export async function goLive(page: Page, title: string): Promise<string> {
  await page.goto('/go-live');
  await page.getByRole('button', { name: 'Start Camera' }).click();
  await expectToast(page, 'Camera Ready');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Category').selectOption('Box Fans');
  const started = page.waitForResponse((response) => response.url().endsWith('/browser-stream/start'));
  await page.getByRole('button', { name: 'Go LIVE' }).click();
  const { stream_id: id } = (await (await started).json()) as { stream_id: string };
  await expectToast(page, 'You are now LIVE!');
  return id;
}

/** Presses End Stream and waits until the channel's page is there. */
export async function endStream(page: Page, username: string): Promise<void> {
  const left = page.waitForURL(`**/channel/${username}`, { timeout: 60_000 });
  await pressAndAgree(page, 'End Stream', left);
}

/** Presses Stop Stream and waits for the word that it has. */
export const stopStream = (page: Page): Promise<void> =>
  pressAndAgree(page, 'Stop Stream', expectToast(page, 'Stream Stopped'));

/** Where somebody watches, it asks first. */
async function pressAndAgree(page: Page, name: string, done: Promise<void>): Promise<void> {
  await page.getByRole('button', { name }).click();
  const agree = page.getByRole('dialog', { name: 'End stream?' }).getByRole('button', { name });
  const asked = agree.waitFor({ timeout: 60_000 }).then(() => agree.click());
  await Promise.race([done, asked]);
  asked.catch(() => {});
  await done;
}

export const broadcastOf = (person: Person, id: string): Promise<BrowserStream> =>
  person.call('GET', `/browser-stream/${id}`) as Promise<BrowserStream>;

export const videosOf = (person: Person): Promise<Video[]> =>
  person.call('GET', `/videos?channel=${person.id}`) as Promise<Video[]>;
