/** Runs after a log-out. A separate chunk, because only that needs it. */
import { endSession, beforeSessionEnds } from '#web/lib/api/session/log-out.ts';
import { forgetTyped } from '#web/lib/hooks/use-kept.ts';
import { keepText } from '#web/lib/kept.ts';
import { serviceWorkers } from '#web/lib/service-workers.ts';

/** Call after the session has ended. */
export async function leaveSession(): Promise<void> {
  keepText('localStorage', 'player.positions', null);
  forgetTyped();
  beforeSessionEnds(endPush().catch(() => {}));
  await endSession();
}

/** Ends pushes, so that the next user of this browser does not receive them. */
async function endPush(): Promise<void> {
  if (!(await serviceWorkers()?.getRegistration())) return;
  const { stopPush } = await import('#web/lib/push/browser-push.ts');
  await stopPush();
}
