import { MINUTE_MS } from '#shared/plain/time.ts';
import type { RedriveAws } from './aws.ts';
import { readLetter, type DeadLetter, type Message } from './dead-letter.ts';

export interface RedriveOptions {
  readonly aws: RedriveAws;
  readonly stage: string;
  /** One queue. @default all */
  readonly name: string | undefined;
  /** Whether they are sent back, or only listed. */
  readonly isSending: boolean;
  /** Maximum number per queue. */
  readonly most: number;
  readonly say: (words: string) => void;
  readonly clock: () => number;
}

/**
 * Lists a site's dead letters, and sends them back if requested: pages to their source queue, events to the function
 * that failed, one after another. Successful ones are deleted, failed ones are kept. Returns how many are left. Throws
 * for an unknown queue.
 */
export async function redrive(options: RedriveOptions): Promise<number> {
  const { aws, stage, name } = options;
  const named = new RegExp(`/Fanfare-${stage}-(\\w+?)DeadLetters[0-9A-F]{8}-\\w+$`);
  const found = (await aws.queuesOf(`Fanfare-${stage}-`)).flatMap((url) => {
    const [, queue] = named.exec(url) ?? [];
    return queue && (name === undefined || queue === name) ? [{ queue, url }] : [];
  });
  if (found.length === 0)
    throw new Error(`There is no dead-letter queue ${[stage, name].filter(Boolean).join('/')} here.`);
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
  say(`  ${ageWords(messages, options.clock())}; the first failed with: ${letters[0]?.error ?? 'unknown'}`);
  if (!isSending || isOfQueue) for (const message of messages) await aws.show(url, message);
  if (!isSending) return count;
  if (isOfQueue) {
    await aws.moveBack(arn);
    say(`  SQS moves ${count} back to their source queue.`);
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

/** Returns why it failed, or `undefined` if it succeeded. */
async function repeat({ aws }: RedriveOptions, letter: DeadLetter): Promise<string | undefined> {
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
