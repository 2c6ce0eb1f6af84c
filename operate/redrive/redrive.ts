import { MINUTE_MS } from '#shared/plain/time.ts';
import type { RedriveAws } from './aws.ts';
import { readLetter, type Letter, type Message } from './letter.ts';

export interface RedriveOptions {
  readonly aws: RedriveAws;
  readonly stage: string;
  /** One queue; without, all. */
  readonly name: string | undefined;
  /** Whether they are sent back, or only looked at. */
  readonly isSending: boolean;
  /** So many are looked at, or sent back, of each queue. */
  readonly most: number;
  readonly say: (words: string) => void;
  readonly clock: () => number;
}

/**
 * Lists a site's dead letters, and sends them back if asked to: pages to the queue that they come
 * from, and events to the function that failed on them, one after the other. What is done is deleted, and what fails again
 * stays. Answers how much is left; throws where there is no such queue.
 */
export async function redrive(options: RedriveOptions): Promise<number> {
  const { aws, stage, name } = options;
  const named = new RegExp(`/Fanfare-${stage}-(\\w+?)DeadLetters[0-9A-F]{8}-\\w+$`);
  const found = (await aws.queuesOf(`Fanfare-${stage}-`)).flatMap((url) => {
    const [, queue] = named.exec(url) ?? [];
    return queue && (name === undefined || queue === name) ? [{ queue, url }] : [];
  });
  if (found.length === 0)
    throw new Error(`There are no dead letters of ${[stage, name].filter(Boolean).join('/')} here.`);
  let left = 0;
  for (const { queue, url } of found) left += await redriveQueue(options, queue, url);
  return left;
}

async function redriveQueue(options: RedriveOptions, queue: string, url: string): Promise<number> {
  const { aws, stage, isSending, say } = options;
  const { arn, count, isOfQueue } = await aws.stateOf(url);
  say(`${stage}/${queue}: ${count === 0 ? 'nothing' : count}`);
  if (count === 0) return 0;
  const messages = await receive(options, url);
  const letters = messages.map((message) => readLetter(message, `Fanfare-${stage}-`));
  say(
    `  ${ageWords(messages, options.clock())}; the first failed with: ${letters[0]?.error ?? 'it is hidden'}`,
  );
  if (!isSending || isOfQueue) for (const message of messages) await aws.show(url, message);
  if (!isSending) return count;
  if (isOfQueue) {
    await aws.moveBack(arn);
    say(`  SQS moves ${count} back to where they come from.`);
    return 0;
  }
  let done = 0;
  for (const [at, letter] of letters.entries()) {
    const failure = await repeat(options, letter);
    if (failure) {
      say(`  stays: ${failure}`);
      await aws.show(url, messages[at]!);
    } else {
      await aws.remove(url, messages[at]!);
      done += 1;
    }
  }
  say(`  ${done} done, ${count - done} left.`);
  return count - done;
}

async function receive({ aws, most }: RedriveOptions, url: string): Promise<Message[]> {
  const messages: Message[] = [];
  while (messages.length < most) {
    const batch = await aws.receive(url, most - messages.length);
    if (batch.length === 0) break;
    messages.push(...batch);
  }
  return messages;
}

/** Why it could not be done; nothing where it is. */
async function repeat({ aws }: RedriveOptions, letter: Letter): Promise<string | undefined> {
  if (letter.kind === 'done by the tick') return undefined;
  if (letter.kind === 'unknown') return `what it is, is not known (${letter.error})`;
  return aws.invoke(letter.functionName, letter.event);
}

function ageWords(messages: readonly Message[], nowMs: number): string {
  const agesMin = messages.map(({ Attributes }) =>
    Math.floor((nowMs - Number(Attributes?.SentTimestamp ?? nowMs)) / MINUTE_MS),
  );
  if (agesMin.length === 0) return 'somebody else is at them';
  return `from ${Math.max(...agesMin)} to ${Math.min(...agesMin)} minutes old`;
}
