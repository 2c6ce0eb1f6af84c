import type { Page } from 'playwright-core';
import { expectToast } from './browser.ts';
import { PASSWORD } from '../site/people.ts';

/** Signs up on the page, like a user. */
export async function signUp(page: Page, username: string): Promise<void> {
  await page.goto('/signup');
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expectToast(page, 'Account created!');
}

export async function logIn(page: Page, username: string): Promise<void> {
  await page.goto('/login');
  await fillLogin(page, username);
}

/** Logs in with the open form. */
export async function fillLogin(page: Page, username: string): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expectToast(page, 'Welcome back!');
}

export interface Credentials {
  readonly rtmpUrl: string;
  readonly streamKey: string;
  /** The address with the key, to which an encoder publishes. */
  readonly publishUrl: string;
}

/** Fills in the dashboard, presses Create Stream, and reads the credentials from the page. */
export async function createStream(page: Page, title: string, category: string): Promise<Credentials> {
  await page.goto('/go-live-advanced');
  await page.getByLabel('Stream Title').fill(title);
  await page.getByLabel('Category').fill(category);
  await page.getByRole('button', { name: 'Create Stream' }).click();
  await expectToast(page, 'Stream Created!');
  const rtmpUrl = await page.getByLabel('RTMP Server URL').inputValue();
  const streamKey = await page.getByLabel('Stream Key', { exact: true }).inputValue();
  return { rtmpUrl, streamKey, publishUrl: rtmpUrl + streamKey };
}
