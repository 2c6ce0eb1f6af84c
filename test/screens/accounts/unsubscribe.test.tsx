/** The links of mails. */
import { screen } from '@testing-library/dom';
import { expect, it } from 'vitest';
import { openScreen, press } from '#test/support/browser/screen.tsx';

// The second is of older mails.
it.each(['/news/end#a-token', '/news/end/a-token'])(
  'opening %s of a mail changes nothing; its button unsubscribes, and can be taken back',
  async (link) => {
    const page = await openScreen(link, { answers: { 'POST /news/end': { kind: 'live', is_ended: false } } });
    const sent = () => page.api.sentTo('POST /news/end').map(({ body }) => body);
    await screen.findByRole('heading', { name: 'Unsubscribe from these emails?' });
    expect(sent()).toEqual([{ token: 'a-token' }]);
    page.api.answer({ 'POST /news/end': { kind: 'live', is_ended: true } });
    await press(page, 'Unsubscribe');
    await screen.findByRole('heading', { name: 'Unsubscribed' });
    page.api.answer({ 'POST /news/end': { kind: 'live', is_ended: false } });
    await press(page, 'Turn back on');
    await screen.findByRole('heading', { name: "You're subscribed again" });
    expect(sent().slice(1)).toEqual([
      { token: 'a-token', is_ended: true },
      { token: 'a-token', is_ended: false },
    ]);
  },
);
