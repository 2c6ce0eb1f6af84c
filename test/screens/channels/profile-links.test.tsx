/** The links of a profile: on the channel's page, and in its form. */
import { screen, within } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { FAN, FAN_CHANNEL, openScreen, press } from '#test/support/browser/screen.tsx';

const LINKS = ['https://fans.example/gale', 'https://xn--80ak6aa92e.example/'];
const channel = {
  ...FAN_CHANNEL,
  links: [
    { url: LINKS[0]!, host: 'fans.example' },
    { url: LINKS[1]!, host: 'xn--80ak6aa92e.example' },
  ],
};
const openOwn = () =>
  openScreen(`/channel/${FAN.username}`, {
    as: FAN,
    answers: { 'GET /streamers/{username}': channel, 'PUT /streamers/profile': channel },
  });

it('the channel’s page has them with their hosts, and recommends none', async () => {
  await openOwn();
  const list = within(await screen.findByRole('list', { name: 'Links' }));
  const links = list.getAllByRole<HTMLAnchorElement>('link');
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'fans.example/gale',
    'xn--80ak6aa92e.example',
  ]);
  for (const [at, link] of links.entries()) {
    expect(link.href).toBe(LINKS[at]);
    expect(link.rel.split(' ')).toEqual(expect.arrayContaining(['nofollow', 'ugc', 'noopener']));
  }
});

it('its owner adds, moves and removes them', async () => {
  const page = await openOwn();
  await press(page, 'Edit profile');
  const dialog = within(await screen.findByRole('dialog'));
  await press(page, 'Add link');
  expect(document.activeElement).toBe(dialog.getByLabelText('Link 3'));
  await page.user.keyboard('http://calm.example');
  await press(page, 'Save changes');
  await dialog.findByText('A link must begin with https://');
  expect(page.api.sentTo('PUT /streamers/profile')).toEqual([]);
  await page.user.clear(dialog.getByLabelText('Link 3'));
  await page.user.type(dialog.getByLabelText('Link 3'), 'calm.example');
  await press(page, 'Move link 3 up');
  await press(page, 'Remove link 1');
  expect(document.activeElement).toBe(dialog.getByRole('button', { name: 'Remove link 1' }));
  await press(page, 'Save changes');
  const body = { links: ['https://calm.example', LINKS[1]] };
  await expect.poll(() => page.api.sentTo('PUT /streamers/profile')).toMatchObject([{ body }]);
});
