import type { BroadcastReads, Slots } from '../../ports/broadcasts.ts';
import type { WindowJobRows } from '../../ports/work.ts';
import type { Broadcast, BroadcastKey, StoredChunk, StoredTimeline, WindowJob } from '../../broadcast.ts';
import { takeChunk } from '../chunks/take-chunk.service.ts';
import { beginDueWindows } from './due-windows.service.ts';
import { isUsual, neededInFlight, shareOfQueue } from './in-flight.ts';
import { passLateWindows, type LatePorts } from './late-windows.service.ts';
import { planWindowsOf, type PlanPorts } from './plan-windows.service.ts';
import { submitAttempt, type SubmitPorts } from './submit.service.ts';

/** As often as others are faster; the next chunk goes on. */
const MAX_ROUNDS = 40;

/** `countActive` and `spreadJobs`, and what each of the steps takes. */
export type AheadPorts = PlanPorts &
  SubmitPorts &
  LatePorts & {
    readonly broadcasts: Pick<BroadcastReads, 'find' | 'readTimeline'> &
      Pick<Slots, 'countActive'> &
      Pick<WindowJobRows, 'spreadJobs'>;
  };

/** What the caller has read just now, so that it is not read again. */
export interface Known {
  readonly broadcast: Broadcast;
  readonly stored?: StoredTimeline;
}

export interface Ahead {
  /** `again`: somebody else was faster, or there is more to plan. `claimed`: what could be planned now is at work. */
  readonly kind: 'again' | 'claimed' | 'nothing';
  readonly stored: StoredTimeline;
  /** Those that were not done before. */
  readonly jobs: readonly WindowJob[];
}

/** Whether the segments come from the browser, so that nothing has to be cut. */
export const isCutByBrowser = ({ way, storedChunks }: Broadcast): boolean =>
  way === 'direct' && !storedChunks;

/**
 * Storage has taken a chunk of a recording: whoever uploaded it was told so, and it must not be lost from here on. The
 * windows that it leads to are transcoded. What comes of them, and replays, are the business of others: of the events of
 * their jobs, of the end's mark, and of the tick.
 */
export async function onChunkStored(ports: AheadPorts, key: BroadcastKey, chunk: StoredChunk): Promise<void> {
  const { broadcasts, chunks } = ports;
  const broadcast = await broadcasts.find(key.id);
  if (!broadcast || broadcast.channelId !== key.channelId) return chunks.remove(key, chunk.seq);
  const stored = await broadcasts.readTimeline(key.id);
  if ((await takeChunk(ports, broadcast, stored.timeline, chunk)) === 'refused') return;
  await workOn(ports, { broadcast, stored });
}

async function workOn(ports: AheadPorts, known: Known): Promise<void> {
  let now: Known | null = known;
  for (let round = 0; now && round < MAX_ROUNDS; round += 1) {
    // Of a direct one that changes its way with this chunk, the next begins.
    if (isCutByBrowser(now.broadcast) || (await workAhead(ports, now)).kind !== 'again') return;
    const broadcast = await ports.broadcasts.find(known.broadcast.id);
    now = broadcast && { broadcast };
  }
}

/** Plans windows of what has come, has them transcoded, and those that wait for their turn. Results are others' work. */
export async function workAhead(ports: AheadPorts, { broadcast, stored: known }: Known): Promise<Ahead> {
  const { broadcasts } = ports;
  const { id } = broadcast;
  const [stored, jobs] = await Promise.all([known ?? broadcasts.readTimeline(id), broadcasts.spreadJobs(id)]);
  const maxInFlight = await inFlightOf(ports, broadcast, jobs);
  const planned = await planWindowsOf(ports, broadcast, stored, { inFlight: jobs.length, maxInFlight });
  if (planned.kind === 'again') return { kind: 'again', stored, jobs };
  const mine = planned.kind === 'claimed' ? planned.jobs : [];
  await Promise.all([
    beginDueWindows(ports, broadcast, jobs, maxInFlight),
    passLateWindows(ports, broadcast, jobs),
    ...mine.map((job) => submitAttempt(ports, broadcast, job)),
  ]);
  const isMore = planned.kind === 'claimed' && planned.isMore;
  return { kind: isMore ? 'again' : planned.kind, stored, jobs };
}

/** How many windows of the broadcast may be in flight. */
async function inFlightOf(
  { broadcasts, clock }: AheadPorts,
  { windowMs }: Broadcast,
  jobs: readonly WindowJob[],
): Promise<number> {
  const nowMs = clock();
  const needed = neededInFlight(jobs, windowMs, nowMs);
  return isUsual(needed) ? needed : Math.min(needed, shareOfQueue(await broadcasts.countActive(nowMs)));
}
