import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { PRESENCE_INTERVAL_MS } from '#shared/limits.ts';
import type { Line } from '../cast/conversations.ts';
import { latestMessages, say } from '../steps/chats.ts';
import type { People, Person } from '../steps/people.ts';

/** Minimum time between two messages of one chat. */
const MIN_SILENCE_MS = 12_000;
const MAX_SILENCE_MS = 30_000;

/** Sends the lines one by one, repeatedly, from where the chat ended. Ends by `signal`. */
export async function repeatLines(
  host: Person,
  lines: readonly Line[],
  people: People,
  signal: AbortSignal,
): Promise<void> {
  let next = await nextLine(host, lines);
  const sayNext = async (): Promise<void> => {
    const [username, message] = lines[next % lines.length] ?? [];
    const speaker = people.get(username ?? '');
    if (speaker && message) await say(speaker, host, message, randomUUID());
    next += 1;
  };
  while (!signal.aborted) {
    await sleep(MIN_SILENCE_MS + Math.random() * (MAX_SILENCE_MS - MIN_SILENCE_MS), undefined, { signal });
    // A line that failed is sent again later.
    await sayNext().catch(() => {});
  }
}

async function nextLine(host: Person, lines: readonly Line[]): Promise<number> {
  const history = await latestMessages(host);
  const last = history.findLast(({ message }) => lines.some(([, line]) => line === message));
  return lines.findIndex(([, line]) => line === last?.message) + 1;
}

/** Watches a live channel like an open page: with its own pass, reporting presence on schedule. Ends by `signal`. */
export async function watch(viewer: Person, host: Person, signal: AbortSignal): Promise<void> {
  const params = { id: host.id };
  const report = async () => {
    const { pass } = await viewer.api.call('POST /passes/{kind}/{id}', {
      params: { ...params, kind: 'channel' },
    });
    return viewer.api.call('POST /presence/{id}', { params, body: { pass } });
  };
  while (!signal.aborted) {
    const answer = await report().catch(() => null);
    await sleep(answer?.report_after_ms ?? PRESENCE_INTERVAL_MS, undefined, { signal });
  }
}
