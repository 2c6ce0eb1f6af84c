/** A dialog over another one. */
import { screen } from '@testing-library/dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

it('the page behind does not scroll until the last dialog is closed', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const show = (names: readonly string[]) =>
    root.render(
      names.map((name) => (
        <Dialog key={name} title={name} onClose={() => {}}>
          {name}
        </Dialog>
      )),
    );
  show(['Outer']);
  await screen.findByRole('heading', { name: 'Outer' });
  show(['Outer', 'Inner']);
  await screen.findByRole('heading', { name: 'Inner', hidden: true });
  show(['Outer']);
  await expect.poll(() => screen.queryByRole('heading', { name: 'Inner', hidden: true })).toBeNull();
  expect(document.documentElement.style.overflow).toBe('hidden');
  root.unmount();
  expect(document.documentElement.style.overflow).toBe('');
});
