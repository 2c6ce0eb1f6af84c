/** Sums up the audience and the chat of live channels: the tick's work, every ten minutes of a broadcast and after its end. */
import { HOUR_MS, MINUTE_MS } from '#shared/plain/time.ts';
import { eachItem } from '#functions/log/each-item.ts';
import { logStep } from '#functions/log/log.ts';
import {
  type AudienceHour,
  broadcastsIn,
  type DueRollup,
  hourOf,
  type NextRollup,
  type RolledHour,
} from './hours.ts';

export interface RollupDeps {
  readonly listDue: (nowMs: number) => Promise<readonly DueRollup[]>;
  /** The title of the channel's broadcast; `null` if there is no channel. */
  readonly findTitle: (channelId: string) => Promise<string | null>;
  readonly readHour: (channelId: string, hourMs: number) => Promise<AudienceHour | null>;
  /** Chat messages by minute. */
  readonly countMessages: (channelId: string, fromMs: number, untilMs: number) => Promise<readonly number[]>;
  readonly setMessages: (channelId: string, hourMs: number, messages: readonly number[]) => Promise<void>;
  /** Replaces the figures of the hour. */
  readonly save: (channelId: string, hour: RolledHour) => Promise<void>;
  /** Makes the channel due again, or not. Does nothing if it was noted meanwhile. */
  readonly finish: (due: DueRollup, next: NextRollup | null) => Promise<void>;
  /** Moves one whose rollup has failed behind the others. */
  readonly postpone: (due: DueRollup, dueMs: number) => Promise<unknown>;
  readonly clock: () => number;
}

const AT_ONCE = 10;
/** The Lambda has a minute. */
const RUN_MS = 45_000;
/** The longest broadcast of IVS. */
const MAX_HOURS = 48;
/** Without a point for this time, a broadcast counts as ended. */
const SILENT_MS = 5 * MINUTE_MS;

export async function onStatisticsTick(deps: RollupDeps): Promise<void> {
  const due = await deps.listDue(deps.clock());
  if (due.length === 0) return;
  const untilMs = deps.clock() + RUN_MS;
  const rolled = await eachItem(due, {
    step: 'statistics.rollup',
    atOnce: AT_ONCE,
    hasTime: () => deps.clock() < untilMs,
    work: (one) => rollUp(deps, one),
    moveBack: (one) => deps.postpone(one, deps.clock() + SILENT_MS),
  });
  logStep('statistics.rolled', { rolled });
}

async function rollUp(deps: RollupDeps, due: DueRollup): Promise<void> {
  const { channelId, fromMs } = due;
  const title = await deps.findTitle(channelId);
  const atMs = deps.clock();
  const firstMs = Math.max(hourOf(fromMs), hourOf(atMs) - (MAX_HOURS - 1) * HOUR_MS);
  // A deleted channel gets no more figures.
  if (title === null) return deps.finish(due, null);
  let lastMs = 0;
  for (let hourMs = firstMs; hourMs <= atMs; hourMs += HOUR_MS) {
    const hour = await deps.readHour(channelId, hourMs);
    const last = hour?.points.at(-1);
    if (!hour || !last) continue;
    lastMs = last.atMs;
    await rollUpHour(deps, channelId, { hour, atMs, title });
  }
  const isLive = lastMs > atMs - SILENT_MS;
  await deps.finish(due, isLive ? { atMs, fromMs: lastMs } : null);
}

interface ReadHour {
  readonly hour: AudienceHour;
  readonly atMs: number;
  readonly title: string;
}

async function rollUpHour(deps: RollupDeps, channelId: string, { hour, atMs, title }: ReadHour) {
  const { hourMs } = hour;
  // The last minute may have been counted before it was over. The others are not read again.
  const known = hour.messages.slice(0, -1);
  const endMs = Math.min(hourMs + HOUR_MS, atMs);
  const more = await deps.countMessages(channelId, hourMs + known.length * MINUTE_MS, endMs - 1);
  const messages = [...known, ...more];
  await deps.setMessages(channelId, hourMs, messages);
  await deps.save(channelId, { hourMs, title, broadcasts: broadcastsIn({ ...hour, messages }) });
}
