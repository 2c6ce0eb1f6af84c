import { useEffect, useEffectEvent, useState } from 'react';
import { appHistory } from './guarded-history.ts';

/**
 * Blocks navigation to other screens while `isNeeded`, and returns what is blocked. Closing the tab uses the
 * browser's own prompt.
 */
export function useLeaveGuard(isNeeded: () => boolean) {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const isGuarded = useEffectEvent(isNeeded);
  useEffect(
    () => appHistory.guard({ isNeeded: () => isGuarded(), onBlocked: (goOn) => setLeave(() => goOn) }),
    [],
  );
  return leave && { leave, stay: () => setLeave(null) };
}
