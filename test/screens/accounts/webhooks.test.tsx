import { screen, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import type { Webhook, WebhookDelivery } from '#shared/people/webhooks.ts';
import { outage, refusal } from '#test/support/browser/fake-api.ts';
import { expectToast, FAN, openScreen, press } from '#test/support/browser/screen.tsx';

const SECRET = 'whsec_AAAA';
const hook: Webhook = {
  id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  kind: 'standard',
  url: 'https://hooks.example/a',
  events: ['stream.started', 'chat.message'],
  state: 'on',
  created_at: '2026-01-01T00:00:00.000Z',
  failing_since: null,
};
const delivery: WebhookDelivery = {
  id: '01ARZ3NDEKTSV4RRFFQ69G5FAW',
  message_id: '01ARZ3NDEKTSV4RRFFQ69G5FAW',
  type: 'chat.message',
  created_at: '2026-01-01T00:00:00.000Z',
  state: 'failed',
  attempts: 3,
  status: 500,
  error: null,
  duration_ms: 1035,
};

const openSettings = (webhooks: readonly Webhook[]) =>
  openScreen('/settings', { as: FAN, answers: { 'GET /webhooks': [...webhooks] } });

it('Settings create a webhook, show its secret once, and delete it', async () => {
  const page = await openSettings([]);
  await screen.findByText('You have no webhooks.');
  await press(page, 'New webhook');
  const dialog = within(await screen.findByRole('dialog'));
  await page.user.type(dialog.getByLabelText(/^Address/), hook.url);
  for (const name of ['A stream starts', 'A stream ends']) await page.user.click(dialog.getByLabelText(name));
  await press(page, 'Create webhook');
  await dialog.findByText('Choose at least one event.');
  expect(page.api.sentTo('POST /webhooks')).toEqual([]);
  for (const name of ['A chat message', 'A stream starts'])
    await page.user.click(dialog.getByLabelText(name));
  page.api.answer({ 'POST /webhooks': refusal(400, 'The address must be reachable from the internet.') });
  await press(page, 'Create webhook');
  await dialog.findByText('The address must be reachable from the internet.');
  page.api.answer({ 'POST /webhooks': { secret: SECRET, webhook: hook }, 'GET /webhooks': [hook] });
  await press(page, 'Create webhook');
  expect(await screen.findByLabelText('Signing secret')).toHaveProperty('value', SECRET);
  expect(page.api.sentTo('POST /webhooks').at(-1)).toMatchObject({
    body: { kind: 'standard', url: hook.url, events: ['stream.started', 'chat.message'] },
  });
  await press(page, 'Done');
  await screen.findByText(hook.url);
  await screen.findByText('A stream starts · A chat message');
  expect(document.body.innerHTML).not.toContain(SECRET);

  page.api.answer({ 'DELETE /webhooks/{id}': undefined, 'GET /webhooks': [] });
  await press(page, `Delete: ${hook.url}`);
  await press(page, 'Delete');
  await expectToast('Webhook deleted');
  await screen.findByText('You have no webhooks.');
});

it('a webhook for Discord has one event and no secret', async () => {
  const page = await openSettings([]);
  await press(page, 'New webhook');
  const dialog = within(await screen.findByRole('dialog'));
  await page.user.selectOptions(dialog.getByLabelText('Format'), 'Discord');
  expect(dialog.getAllByRole('checkbox')).toHaveLength(1);
  await page.user.type(dialog.getByLabelText(/^Address/), 'https://discord.com/api/webhooks/1/x');
  const discord: Webhook = { ...hook, kind: 'discord', events: ['stream.started'] };
  page.api.answer({ 'POST /webhooks': { secret: SECRET, webhook: discord }, 'GET /webhooks': [discord] });
  await press(page, 'Create webhook');
  await screen.findByText(discord.url);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(page.api.sentTo('POST /webhooks')).toMatchObject([
    { body: { kind: 'discord', events: ['stream.started'] } },
  ]);
});

it('a webhook that was switched off says why, and is switched on in its form', async () => {
  const page = await openSettings([{ ...hook, state: 'failed' }]);
  await screen.findByText('Switched off, because the address failed for a day');
  await press(page, `Edit: ${hook.url}`);
  await page.user.click(await screen.findByRole('switch', { name: 'Enabled' }));
  page.api.answer({ 'PUT /webhooks/{id}': hook, 'GET /webhooks': [hook] });
  await press(page, 'Save changes');
  await expectToast('Webhook saved');
  expect(page.api.sentTo('PUT /webhooks/{id}')).toMatchObject([
    { body: { url: hook.url, events: hook.events, is_on: true } },
  ]);
  expect(screen.queryByText('Switched off, because the address failed for a day')).toBeNull();
});

it('a secret is replaced after a second press, and shown once', async () => {
  const page = await openSettings([hook]);
  await press(page, `Edit: ${hook.url}`);
  await press(page, 'New signing secret');
  expect(page.api.sentTo('POST /webhooks/{id}/secret')).toEqual([]);
  page.api.answer({ 'POST /webhooks/{id}/secret': { secret: SECRET, webhook: hook } });
  await press(page, 'Replace the secret');
  expect(await screen.findByLabelText('Signing secret')).toHaveProperty('value', SECRET);
});

it('deliveries are listed with their results, sent again, and a test is sent', async () => {
  const page = await openSettings([hook]);
  await screen.findByText(hook.url);
  page.api.answer({ 'GET /webhooks/{id}/deliveries': outage() });
  await press(page, `Deliveries: ${hook.url}`);
  await screen.findByText('The deliveries could not be loaded');
  page.api.answer({ 'GET /webhooks/{id}/deliveries': [] });
  await press(page, 'Try again');
  await screen.findByText('Nothing has been sent in the last seven days.');
  const test: WebhookDelivery = {
    ...delivery,
    type: 'webhook.test',
    state: 'pending',
    attempts: 0,
    status: null,
  };
  page.api.answer({
    'POST /webhooks/{id}/test': undefined,
    'GET /webhooks/{id}/deliveries': [{ ...test, id: hook.id, duration_ms: null }, delivery],
  });
  await press(page, 'Send a test');
  await screen.findByText('Waiting');
  await screen.findByText('Failed · Status 500 · 1,035 ms · 3 attempts');
  page.api.answer({
    'POST /webhooks/{id}/deliveries/{delivery_id}': refusal(409, 'This webhook is switched off.'),
  });
  await press(page, 'Send again: A chat message');
  await expectToast('The delivery could not be sent again', 'This webhook is switched off.');
  expect(page.api.sentTo('POST /webhooks/{id}/deliveries/{delivery_id}')).toMatchObject([
    { params: { id: hook.id, delivery_id: delivery.id } },
  ]);
});

it('says that webhooks could not be loaded', async () => {
  await openScreen('/settings', { as: FAN, answers: { 'GET /webhooks': outage() } });
  expect(await screen.findByText('Your webhooks could not be loaded')).toBeDefined();
});
