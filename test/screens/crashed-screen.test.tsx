/** A screen that throws, and the way back from it. */
import { screen } from '@testing-library/dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { ErrorBoundary } from '#web/ui/states/error-boundary.tsx';

it('another place of the same screen is rendered again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const Screen = ({ query }: { readonly query: string }) => {
    if (query === 'bad') throw new Error('Broken');
    return <p>Results of {query}</p>;
  };
  const show = (query: string) =>
    root.render(
      <ErrorBoundary place={query}>
        <Screen query={query} />
      </ErrorBoundary>,
    );
  show('bad');
  await screen.findByRole('alert');
  show('good');
  await expect.poll(() => screen.queryByText('Results of good')).not.toBeNull();
  root.unmount();
});
