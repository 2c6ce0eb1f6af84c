/** @module-tag slow */
import { expect } from 'vitest';
import type { Occurrence } from '#shared/channels/schedules.ts';
import { expectToast } from '#test/support/browser/browser.ts';
import { button, expectAccessible, it, openNews } from '#test/support/browser/journey.ts';

it('a streamer plans a broadcast, and a viewer sets a reminder and is notified', async ({
  site,
  person,
  visitor,
}) => {
  const [streamer, viewer] = [await person('PlanningGale'), await person('PlanningFan')];
  const planner = await visitor(streamer, { timezoneId: 'Europe/Berlin' });
  await planner.goto('/channel/PlanningGale');
  await button(planner, 'Schedule broadcasts').click();
  await button(planner, 'Schedule a broadcast').click();
  const form = planner.getByRole('dialog', { name: 'Schedule a broadcast' });
  await form.getByLabel('Title', { exact: true }).fill('Blades at night');
  await form.getByLabel('Category', { exact: true }).fill('Desk Fans');
  await expectAccessible(planner);
  await form.getByRole('button', { name: 'Schedule' }).click();
  await expectToast(planner, 'Broadcast scheduled');

  const page = await visitor(viewer, { timezoneId: 'Asia/Kolkata' });
  await page.goto('/channel/PlanningGale');
  const [first] = (await streamer.call('GET', `/schedules/${streamer.id}`)) as [Occurrence];
  const time = page.getByRole('list', { name: 'Scheduled broadcasts' }).locator('time').first();
  expect(Date.parse((await time.getAttribute('datetime')) ?? '')).toBe(Date.parse(first.starts_at));
  await page.getByRole('button', { name: /^Remind me about Blades at night/ }).click();
  await expectToast(page, 'Reminder set');
  const calendar = await fetch(`${site.url}/channel/PlanningGale/schedule.ics`);
  expect(await calendar.text()).toContain('SUMMARY:Blades at night');

  await button(planner, 'Edit').click();
  const edit = planner.getByRole('dialog', { name: 'Edit broadcast' });
  await edit.getByLabel('Start time', { exact: true }).fill('21:00');
  await edit.getByRole('button', { name: 'Save changes' }).click();
  await expectToast(planner, 'Broadcast changed');
  await openNews(page);
  await page.getByRole('menuitem', { name: /Blades at night/ }).waitFor();
});
