import { VISIBLE_DELAY_MAX_MS } from '#shared/limits.ts';
import { eachItem } from '#functions/log/each-item.ts';
import { isWithinBroadcast } from '../message.ts';
import { RETENTION_LEASE_MS, type RetentionRange } from './retention.ts';
import type { RetentionRepository, RetentionRule } from './retention.repository.ts';

const MAX_RANGES = 20;
const AT_ONCE = 2;
/** For how long a run begins changes, because the Lambda has one minute for all its tasks. */
const WORK_MS = 20_000;

export interface RetentionDeps {
  readonly retention: RetentionRepository;
  readonly rooms: { clearedIdOf(channelId: string): Promise<string> };
  readonly videoExists: (id: string) => Promise<boolean>;
  readonly clock: () => number;
}

/** Checks whether the replay exists now, so that the order of events does not matter. */
export async function applyChatRetention(deps: RetentionDeps): Promise<void> {
  const stopMs = deps.clock() + WORK_MS;
  const due = await deps.retention.listDue(deps.clock(), MAX_RANGES);
  const hasTime = () => deps.clock() < stopMs;
  const work = (range: RetentionRange) => applyTo(deps, range, hasTime);
  await eachItem(due, { step: 'chat.retention', atOnce: AT_ONCE, hasTime, work });
}

async function applyTo(deps: RetentionDeps, range: RetentionRange, hasTime: () => boolean): Promise<void> {
  const { retention, clock } = deps;
  const claimed = await retention.claim(range, clock() + RETENTION_LEASE_MS);
  if (!claimed) return;
  if (await retention.apply(range.channelId, await ruleOf(deps, range), hasTime))
    await retention.remove(claimed);
}

async function ruleOf({ videoExists, rooms }: RetentionDeps, range: RetentionRange): Promise<RetentionRule> {
  const { channelId, fromMs, untilMs, videoId } = range;
  if (videoId === undefined) return { fromMs, untilMs, isRetained: false, matches: () => true };
  const isRetained = await videoExists(videoId);
  const clearedId = isRetained ? await rooms.clearedIdOf(channelId) : '';
  return {
    fromMs,
    untilMs: untilMs + VISIBLE_DELAY_MAX_MS,
    isRetained,
    matches: (message) => message.id > clearedId && isWithinBroadcast(range, message),
  };
}
