import { expect, it, vi } from 'vitest';
import { onLeave, showScreen } from '#web/lib/navigation/on-leave.ts';

it('a screen’s action runs once when another screen is shown, not when the screen is shown again', () => {
  const end = vi.fn();
  onLeave('/go-live', end);
  onLeave('/go-live', end);
  showScreen('/go-live');
  expect(end).not.toHaveBeenCalled();
  showScreen('/browse');
  showScreen('/');
  expect(end).toHaveBeenCalledTimes(1);
});
