/** The links of mails. */
import { screen } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { openScreen, press } from '../support/browser/screen.tsx';

it('opening the link of a mail changes nothing; its button unsubscribes, and can be taken back', async () => {
  const page = await openScreen('/news/end/a-token', {
    answers: { 'GET /news/end/{token}': { kind: 'live', is_ended: false } },
  });
  await screen.findByRole('heading', { name: 'Unsubscribe from these emails?' });
  expect(page.api.sentTo('POST /news/end/{token}')).toEqual([]);
  page.api.answer({
    'POST /news/end/{token}': { kind: 'live', is_ended: true },
    'DELETE /news/end/{token}': { kind: 'live', is_ended: false },
  });
  await press(page, 'Unsubscribe');
  await screen.findByRole('heading', { name: 'Unsubscribed' });
  await press(page, 'Turn back on');
  await screen.findByRole('heading', { name: "You're subscribed again" });
  expect(page.api.sentTo('POST /news/end/{token}')).toHaveLength(1);
});
