import type { Broadcast } from '../broadcast.ts';
import { doDueWindows } from './due-windows.service.ts';
import { finishBroadcast } from '../replay/finish.service.ts';
import { planWindowsOf } from './plan-windows.service.ts';
import type { ProcessingPorts } from '../processing.ports.ts';
import { submitAttempt } from './submit.service.ts';

/** One who is always too late leaves it to the others; a long backlog is gone on with by the next event, or the tick. */
const MAX_ROUNDS = 40;

export interface AdvanceOptions {
  /** More chunks are on their way, for all that is known: a replay that is there already is not made again yet. */
  readonly mayWait?: boolean;
}

/**
 * Does for a broadcast all that can be done at this moment: plans windows, has them transcoded, looks after jobs, and
 * makes the replay at the end. Called for each event that concerns it and by the tick. Whatever a killed process leaves
 * undone is taken up by the next call; calls at the same time do nothing twice that could be seen.
 */
export async function advance(
  ports: ProcessingPorts,
  id: string,
  options: AdvanceOptions = {},
): Promise<void> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const broadcast = await ports.broadcasts.find(id);
    if (!broadcast || broadcast.state === 'ended') return;
    if ((await step(ports, broadcast, options)) === 'done') return;
  }
}

async function step(
  ports: ProcessingPorts,
  broadcast: Broadcast,
  options: AdvanceOptions,
): Promise<'done' | 'again'> {
  const { broadcasts } = ports;
  const { id } = broadcast;
  const [stored, jobs] = await Promise.all([broadcasts.readTimeline(id), broadcasts.listJobs(id)]);
  const planned = await planWindowsOf(ports, broadcast, stored, jobs.length);
  if (planned.kind === 'again') return 'again';
  const mine = planned.kind === 'claimed' ? planned.jobs : [];
  await Promise.all([
    doDueWindows(ports, broadcast, jobs),
    ...mine.map((job) => submitAttempt(ports, broadcast, job)),
  ]);
  if (planned.kind === 'claimed') return planned.isMore ? 'again' : 'done';
  if (!stored.isEnd || jobs.length > 0) return 'done';
  return finishBroadcast(ports, broadcast, options);
}
