import type { AttributeValue, DynamoDBStreamEvent } from 'aws-lambda';
import { eachAtOnce } from '#functions/base/async/at-once.ts';
import { eventsPartition, PENDING } from '#functions/webhook-events/index.ts';
import type { Wake } from './sending/sending.ts';
import { webhooksPartition } from './table/webhook.item.ts';

/** Messages that are sent at once. */
const AT_ONCE = 25;

export interface StreamDeps {
  readonly wake: (wake: Wake) => Promise<void>;
  readonly reportOff: (wake: Wake) => Promise<void>;
}

/**
 * Wakes the senders of webhooks that have new events or were changed, and reports those that a sender has switched off. A
 * repeated batch repeats both, which sends nothing twice.
 */
export async function onWebhookItems(
  { wake, reportOff }: StreamDeps,
  { Records }: DynamoDBStreamEvent,
): Promise<void> {
  const notes = Records.flatMap(({ dynamodb }) => noteOf(dynamodb?.NewImage) ?? []);
  // A batch may have many events of one webhook.
  const distinct = [...new Map(notes.map((note) => [JSON.stringify(note), note])).values()];
  const failed = (count: number): string => `${count} of ${distinct.length} webhooks could not be queued`;
  await eachAtOnce(distinct, { atOnce: AT_ONCE, failed }, ({ isOff, ...webhook }) =>
    isOff ? reportOff(webhook) : wake(webhook),
  );
}

const EVENTS = eventsPartition('');
const WEBHOOKS = webhooksPartition('');

function noteOf(item: Readonly<Record<string, AttributeValue>> | undefined) {
  const [pk = '', sk = ''] = [item?.['pk']?.S, item?.['sk']?.S];
  const webhookId = sk.split('#')[1] ?? '';
  if (pk.startsWith(EVENTS) && sk.startsWith(PENDING))
    return { channelId: pk.slice(EVENTS.length), webhookId, isOff: false };
  const isOff = sk.startsWith('OFF#');
  if (!pk.startsWith(WEBHOOKS) || !(isOff || sk.startsWith('CHANGED#'))) return undefined;
  return { channelId: pk.slice(WEBHOOKS.length), webhookId, isOff };
}
