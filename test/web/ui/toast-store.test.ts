import { expect, it } from 'vitest';
import { closeToast, currentToast, showToast, subscribeToToast } from '#web/ui/overlays/toast-store.ts';

// spec: 9.10
it('a new toast replaces the one before, whose timer cannot close it', () => {
  showToast({ title: 'Stream Created!' });
  const first = currentToast();
  showToast({ title: 'Copied!' });
  expect(currentToast()?.title).toBe('Copied!');
  closeToast(first?.id ?? -1);
  expect(currentToast()?.title).toBe('Copied!');
});

it('a closed toast is removed, and listeners are called', () => {
  showToast({ title: 'Copied!' });
  let reported = 0;
  const stop = subscribeToToast(() => (reported += 1));
  closeToast(currentToast()?.id ?? -1);
  stop();
  showToast({ title: 'Welcome back!' });
  expect(reported).toBe(1);
});
