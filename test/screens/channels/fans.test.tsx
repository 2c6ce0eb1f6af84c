/** The comparison of fans. */
import { screen, waitFor } from '@testing-library/dom';
import { expect, it } from 'vitest';
import type { OwnedFan } from '#shared/channels/fans.ts';
import { aFan } from '#test/support/api/reads/fan-items.ts';
import { aChannel, openScreen, press, type Screen } from '#test/support/browser/screen.tsx';

const { id: OWNER, username, display_name } = aChannel();
const FANS = ['Breeze', 'Gust', 'Storm'].map((model, at): OwnedFan => ({
  ...aFan(at, OWNER),
  maker: 'Northwind',
  model,
  watts: 1.5 + at,
  username,
  display_name,
}));

async function openComparison(): Promise<Screen> {
  const compare = ({ params }: { readonly params: Readonly<Record<string, string>> }) =>
    FANS.filter(({ id }) => params['ids']!.split(',').includes(id));
  const page = await openScreen(`/fans/compare?fans=${FANS.map(({ id }) => id).join(',')}`, {
    answers: { 'GET /fans/compare/{ids}': compare },
  });
  await screen.findByRole('region', { name: 'Comparison' });
  return page;
}

it('the best value and its reason are two words for screen readers', async () => {
  await openComparison();
  expect(screen.getByText('least').closest('td')?.textContent).toMatch(/^1\.5\sW least$/);
});

it('a fan that is removed from the comparison leaves the focus in the table', async () => {
  const page = await openComparison();
  await press(page, 'Remove Northwind Breeze');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Northwind Gust'));
  expect(screen.queryByText('Northwind Breeze')).toBeNull();
});
