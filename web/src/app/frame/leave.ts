/** What follows a log-out. In a chunk of its own, as a page is left by it. */
import { endSession, beforeSessionEnds } from '../../lib/api/session/log-out.ts';

/** To be called once nobody is signed in here any more. */
export async function leave(): Promise<void> {
  beforeSessionEnds(endPush().catch(() => {}));
  await endSession();
}

/** Whoever uses this browser next is not told what was meant for the last one. */
async function endPush(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  if (!(await navigator.serviceWorker.getRegistration())) return;
  const { stopPush } = await import('../../lib/push/browser-push.ts');
  await stopPush();
}
