import type { SuspensionPorts, SuspensionWork } from './ports.ts';

/**
 * Goes on with one suspension: tells the person, ends what is on the air, withholds their videos, and waits for its end;
 * or brings the videos back. Each step finds what is left of its kind, so that one that was broken off anywhere begins
 * anew. The person may be told twice where a process dies right after.
 */
export async function advanceSuspension(
  ports: SuspensionPorts,
  work: SuspensionWork,
  untilMs: number,
): Promise<void> {
  const { suspensions, clock } = ports;
  const { id, phase } = work;
  const claimed = await suspensions.claim(work, clock() + ports.leaseMs);
  if (!claimed) return;
  // It writes what is to be done next itself.
  if (phase === 'held') return ports.readmit(id);
  const told = phase === 'begin' ? await tellOnce(ports, claimed) : claimed;
  if (!told) return;
  for (const step of phase === 'begin' ? ports.hide : ports.show) {
    if (await step({ id, hasTime: () => clock() < untilMs })) continue;
    await suspensions.replace(told, { ...told, dueMs: clock() });
    return;
  }
  if (phase === 'begin' && work.untilMs !== null)
    await suspensions.replace(told, { ...told, phase: 'held', dueMs: work.untilMs });
  else await suspensions.remove(told);
}

/** Nothing where the work is somebody else's by now. */
async function tellOnce(ports: SuspensionPorts, taken: SuspensionWork): Promise<SuspensionWork | null> {
  if (taken.isTold) return taken;
  const account = await ports.accounts.findById(taken.id);
  if (account) await ports.tell(account);
  // Later than before, as by its time the work is known.
  const told = { ...taken, isTold: true, dueMs: taken.dueMs + 1 };
  return (await ports.suspensions.replace(taken, told)) ? told : null;
}
