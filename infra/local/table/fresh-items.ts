import type { AttributeValue, DynamoDBStreamEvent } from 'aws-lambda';
import { FRESH } from '#infra/agreed/news-queue.ts';
import { LOCAL_REGION } from '../aws/credentials.ts';

type Item = Readonly<Record<string, AttributeValue>>;

interface Put {
  readonly Item?: Item;
}

/** What the table's stream brings to the Lambda of news. */
export type StreamListener = (event: DynamoDBStreamEvent) => Promise<unknown>;

/**
 * The table's stream as far as anybody here listens: the items that a request has put and that the filter of the event
 * source lets through. A request puts them whole, so it contains all that the stream would. Returns `undefined` where there
 * are none; nearly every request is recognised as such without being parsed.
 */
export function streamEventOf(target: string, body: Buffer): DynamoDBStreamEvent | undefined {
  if (!body.includes('"is_fresh"')) return undefined;
  const fresh = itemsPut(target, JSON.parse(body.toString())).filter(isFresh);
  if (fresh.length === 0) return undefined;
  return {
    Records: fresh.map((NewImage) => ({
      eventName: 'INSERT',
      eventSource: 'aws:dynamodb',
      awsRegion: LOCAL_REGION,
      dynamodb: { NewImage, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    })),
  };
}

function itemsPut(target: string, request: unknown): Item[] {
  const { Item, TransactItems = [] } = request as Put & { readonly TransactItems?: { readonly Put?: Put }[] };
  const name = target.slice(target.lastIndexOf('.') + 1);
  if (name === 'PutItem') return Item ? [Item] : [];
  if (name !== 'TransactWriteItems') return [];
  return TransactItems.flatMap(({ Put }) => (Put?.Item ? [Put.Item] : []));
}

const isFresh = (item: Item): boolean => FRESH.is_fresh.S.some((value) => item['is_fresh']?.S === value);
