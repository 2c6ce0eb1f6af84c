import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { aPerson, type Person } from '#test/support/site/people.ts';
import { isReply } from './messages.ts';

/** Because of the rate limit, each writes less often than once a second. */
const PEOPLE_A_MESSAGE = 1.2;
/** Concurrent sign-ups. */
const AT_ONCE = 4;

/** Writes message `n` with the text `words`. Rejects if it is refused. */
export type Write = (n: number, words: string) => Promise<void>;

export interface MessagePace {
  readonly perSecond: number;
  readonly lengthS: number;
}

/** Writes messages on schedule, without waiting for previous ones. Returns the errors of those that failed. */
export async function writeSteadily(
  { perSecond, lengthS }: MessagePace,
  wordsOf: (n: number) => string,
  write: Write,
): Promise<unknown[]> {
  const startMs = performance.now();
  const written: Promise<unknown[]>[] = [];
  for (let n = 0; n < perSecond * lengthS; n += 1) {
    await sleep(Math.max(0, startMs + (n * 1000) / perSecond - performance.now()));
    written.push(
      write(n, wordsOf(n)).then(
        () => [],
        (error: unknown) => [error],
      ),
    );
  }
  return (await Promise.all(written)).flat();
}

/** People who take turns in one channel's chat, enough for so many messages a second. Some messages are replies. */
export async function crowdOf(siteUrl: string, channelId: string, perSecond: number): Promise<Write> {
  const people = await signUp(siteUrl, Math.ceil(perSecond * PEOPLE_A_MESSAGE));
  let lastId: string | undefined;
  return async (n, words) => {
    const author = people[n % people.length]!;
    const response = await fetch(`${siteUrl}/api/chat/${channelId}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${author.token}`,
        'idempotency-key': randomUUID(),
      },
      body: JSON.stringify({ message: words, ...(isReply(n) && lastId && { reply_to: lastId }) }),
    });
    if (!response.ok) throw new Error(`A message failed with ${response.status}: ${await response.text()}`);
    ({ id: lastId } = (await response.json()) as { id: string });
  };
}

async function signUp(siteUrl: string, count: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let from = 0; from < count; from += AT_ONCE) {
    const names = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, n) => `crowd_${from + n}`);
    people.push(...(await Promise.all(names.map((name) => aPerson(siteUrl, name)))));
  }
  return people;
}
