import type { AttributeValue, DynamoDBStreamEvent } from 'aws-lambda';
import { FRESH } from '#infra/agreed/news-queue.ts';
import { LOCAL_REGION } from '../aws/credentials.ts';

type Item = Readonly<Record<string, AttributeValue>>;

interface Put {
  readonly Item?: Item;
}

/** The Lambda that receives the table's stream. */
export type StreamListener = (event: DynamoDBStreamEvent) => Promise<unknown>;

/**
 * Returns the part of the table's stream that has a consumer: the items that a request puts and that match the event
 * source's filter. They are put whole, so the request contains all that the stream record would. Returns `undefined` if
 * there are none; nearly all requests are recognised without parsing.
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
