/** Parts of a screen whose code loads when they are shown. */
import { screen } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { onDemand } from '#web/ui/on-demand.tsx';

const FAILURE = 'This part could not be loaded.';
let root: Root;

function show(part: React.ReactNode): void {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('fetch', () => Promise.resolve(new Response()));
  root = createRoot(document.body.appendChild(document.createElement('div')));
  root.render(
    <>
      <p>the rest of the screen</p>
      {part}
    </>,
  );
}
afterEach(() => {
  root.unmount();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A module that loads after so many failures. */
function moduleAfter(failures: number) {
  let left = failures;
  return async () => {
    left -= 1;
    if (left >= 0) throw new TypeError('Failed to fetch dynamically imported module');
    return { Part: () => <p>the part</p> };
  };
}

it('a part whose code fails once loads by itself', async () => {
  const Part = onDemand(moduleAfter(1), 'Part');
  show(<Part />);
  expect(await screen.findByText('the part')).toBeTruthy();
});

it('a part whose code fails again says so, keeps the rest, and loads by "Try again"', async () => {
  let isDown = true;
  const load = vi.fn(async () => moduleAfter(isDown ? 1 : 0)());
  const Part = onDemand(load, 'Part');
  show(<Part />);
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2), { timeout: 10_000 });
  await screen.findByText(FAILURE);
  screen.getByText('the rest of the screen');
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('the part');
  expect(screen.queryByText(FAILURE)).toBeNull();
});

it('a part that throws says so and keeps the rest', async () => {
  const broken = () => {
    throw new Error('a fault in the part');
  };
  const Part = onDemand(async () => ({ Part: broken }), 'Part');
  show(<Part />);
  await screen.findByText(FAILURE);
  expect(screen.getByText('the rest of the screen')).toBeTruthy();
});

it('an optional part that fails is left out', async () => {
  const load = vi.fn(moduleAfter(9));
  const Part = onDemand(load, 'Part', { isOptional: true });
  show(<Part />);
  await vi.waitFor(() => expect(load).toHaveBeenCalled());
  await screen.findByText('the rest of the screen');
  expect(screen.queryByText(FAILURE)).toBeNull();
});
