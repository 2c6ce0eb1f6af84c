import { useEffect, useEffectEvent, useState } from 'react';
import { appHistory } from './guarded-history.ts';

/**
 * Holds back whoever wants to leave this screen for another one of ours while `isNeeded` says so; answers what is held
 * back, to ask about. Closing the tab is the browser's own question.
 */
export function useLeaveGuard(isNeeded: () => boolean) {
  const [leave, setLeave] = useState<(() => void) | null>(null);
  const ask = useEffectEvent(isNeeded);
  useEffect(() => appHistory.guard({ isNeeded: () => ask(), onHeld: (held) => setLeave(() => held) }), []);
  return leave && { leave, stay: () => setLeave(null) };
}
