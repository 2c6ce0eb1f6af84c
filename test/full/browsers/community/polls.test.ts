/** A poll in the chat of a streamer, with two viewers. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { violations } from '#test/support/browser/accessibility.ts';
import { messageLine } from '#test/support/browser/keyboard.ts';
import { useWorld } from '#test/support/browser/world.ts';

const world = useWorld();
const complaints: (readonly string[])[] = [];
let streamer: Page;
let viewer: Page;
let late: Page;

beforeAll(async () => {
  const open = async (username: string, width: number) => {
    const visitor = await world.visitor(await world.person(username));
    complaints.push(visitor.complaints);
    await visitor.page.setViewportSize({ width, height: 900 });
    return visitor.page;
  };
  streamer = await open('GaleForce', 1440);
  [viewer, late] = [await open('FannyFan', 390), await open('LateLuis', 768)];
  for (const page of [streamer, viewer]) {
    await page.goto('/channel/GaleForce');
    await page.getByRole('textbox', { name: 'Send a message' }).waitFor();
  }
});

const card = (page: Page) => page.getByRole('region', { name: 'Which fan next?' });
const keep = async (page: Page, name: string) => {
  const folder = process.env['POLL_PICTURES'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};

it('is started by the streamer, and a viewer’s vote is there for all at once', async () => {
  await streamer.getByRole('button', { name: 'Start a poll' }).click();
  const dialog = streamer.getByRole('dialog', { name: 'Start a poll' });
  await dialog.getByLabel('Question').fill('Which fan next?');
  await dialog.getByLabel('Answer 1').fill('Ceiling fan, 52 inches');
  await dialog.getByLabel('Answer 2').fill('Desk fan');
  await dialog.getByRole('button', { name: 'Add an answer' }).click();
  await dialog.getByRole('textbox', { name: 'Answer 3' }).fill('Tower');
  await keep(streamer, 'dialog-1440');
  expect(await violations(streamer)).toEqual([]);
  await dialog.getByRole('button', { name: 'Start poll' }).click();
  await messageLine(viewer, 'New poll: Which fan next?').waitFor();

  // By keyboard alone.
  await card(viewer).getByRole('radio', { name: 'Ceiling fan' }).focus();
  await viewer.keyboard.press('ArrowDown');
  await viewer.keyboard.press('Tab');
  await viewer.keyboard.press('Enter');
  await card(viewer).getByText('Your vote').waitFor();
  for (const page of [streamer, viewer]) await card(page).getByText('1 vote', { exact: true }).waitFor();
  await keep(streamer, 'card-1440');
  await keep(viewer, 'card-390');
  expect(await violations(viewer)).toEqual([]);
});

it('is there for a viewer who comes later, and for one who has voted and comes back', async () => {
  await Promise.all([late.goto('/channel/GaleForce'), viewer.reload()]);
  await card(late).getByText('1 vote', { exact: true }).waitFor();
  await card(viewer).getByText('Your vote').waitFor();
  await keep(late, 'card-768');
  expect(await violations(late)).toEqual([]);
});

it('is ended by the streamer, and all see who won', async () => {
  await card(streamer).getByRole('button', { name: 'End poll' }).click();
  for (const page of [streamer, viewer, late]) await card(page).getByText('Winner').waitFor();
  await keep(viewer, 'result-390');
  await keep(streamer, 'result-1440');
  expect(await violations(viewer)).toEqual([]);
  expect(complaints.flat()).toEqual([]);
});
