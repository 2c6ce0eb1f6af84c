/** A poll in the chat of a streamer, with a viewer in Chromium and another in Firefox. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { violations } from '#test/support/browser/accessibility.ts';
import {
  type FirefoxVisitor,
  press,
  waitForText,
  useFirefox,
  whenEnabled,
} from '#test/support/browser/firefox.ts';
import { messageLine } from '#test/support/browser/keyboard.ts';
import { useWorld } from '#test/support/browser/world.ts';

const world = useWorld();
const firefox = useFirefox(world);
const complaints: (readonly string[])[] = [];
let streamer: Page;
let viewer: Page;
let late: FirefoxVisitor;

beforeAll(async () => {
  const open = async (username: string, width: number) => {
    const visitor = await world.visitor(await world.person(username));
    complaints.push(visitor.complaints);
    await visitor.page.setViewportSize({ width, height: 900 });
    await visitor.page.goto('/channel/GaleForce');
    await visitor.page.getByRole('textbox', { name: 'Send a message' }).waitFor();
    return visitor.page;
  };
  streamer = await open('GaleForce', 1440);
  viewer = await open('FannyFan', 390);
  late = await firefox(await world.person('LateLuis'));
  complaints.push(late.complaints);
});

const card = (page: Page) => page.getByRole('region', { name: 'Which fan next?' });

it('is started by the streamer, and a viewer’s vote is there for all at once', async () => {
  await streamer.getByRole('button', { name: 'Start a poll' }).click();
  const dialog = streamer.getByRole('dialog', { name: 'Start a poll' });
  await dialog.getByLabel('Question').fill('Which fan next?');
  await dialog.getByLabel('Answer 1').fill('Ceiling fan, 52 inches');
  await dialog.getByLabel('Answer 2').fill('Desk fan');
  await dialog.getByRole('button', { name: 'Add an answer' }).click();
  await dialog.getByRole('textbox', { name: 'Answer 3' }).fill('Tower');
  await dialog.getByLabel('For how long').selectOption('10 minutes');
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
  expect(await violations(viewer)).toEqual([]);
});

it('is there for a viewer who comes later, and for one who has voted and comes back', async () => {
  await Promise.all([late.page.goto(`${world.site.url}/channel/GaleForce`), viewer.reload()]);
  await card(viewer).getByText('Your vote').waitFor();
  await waitForText(late.page, '1 vote');
  await (await whenEnabled(late.page, 'input[type=radio]')).click();
  await press(late.page, 'Vote');
  await waitForText(late.page, 'Your vote');
  for (const page of [streamer, viewer]) await card(page).getByText('2 votes', { exact: true }).waitFor();
  expect(await violations(viewer)).toEqual([]);
});

it('is ended by the streamer, and all see who won', async () => {
  await (await whenEnabled(late.page, 'input[type=radio]:not(:checked)')).click();
  await press(late.page, 'Change vote');
  await card(streamer).getByText('100%').waitFor();
  await card(streamer).getByRole('button', { name: 'End poll' }).click();
  for (const page of [streamer, viewer]) await card(page).getByText('Winner').waitFor();
  await waitForText(late.page, 'Winner');
  expect(await violations(viewer)).toEqual([]);
  expect(complaints.flat()).toEqual([]);
});
