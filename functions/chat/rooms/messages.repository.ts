import { getItem } from '#functions/aws/table/get-item.ts';
import { getMany, queryPage } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { messageKey, REFERENCE_PREFIX, referenceKey } from '../chat.item.ts';
import type { RemovedMessage } from './act.item.ts';

/** A transaction has at most 100 writes, two of each message. */
const MESSAGES_PER_REMOVAL = 40;
/** How many references to a person's messages, in all chats, are read at once. */
const REFERENCES_PAGE = 100;

interface MessagesRange {
  /** Ids, inclusive. */
  readonly after?: string | undefined;
  readonly before?: string | undefined;
}

interface FoundItem extends RemovedMessage {
  readonly pk: string;
  readonly author_id: string;
}

interface AuthoredMessage {
  readonly authorId: string;
  readonly message: RemovedMessage;
}

const toRemoved = ({ pk: _pk, author_id: _author, ...message }: FoundItem): RemovedMessage => message;

export type RoomMessages = ReturnType<typeof roomMessages>;

/** Messages as they are stored, for moderators to remove. */
export const roomMessages = (table: Table) => ({
  find: async (channelId: string, id: string): Promise<AuthoredMessage | null> => {
    const item = await getItem<FoundItem>(table, messageKey(channelId, id));
    return item ? { authorId: item.author_id, message: toRemoved(item) } : null;
  },
  /** As many of a person's latest as can be removed at once, oldest first; `next` is `before` of the next page. */
  listBy: async (
    channelId: string,
    authorId: string,
    { after = '', before = '~' }: MessagesRange,
  ): Promise<{ readonly messages: readonly RemovedMessage[]; readonly next: string | null }> => {
    const { pk, sk: first } = referenceKey(authorId, after);
    const last = REFERENCE_PREFIX + before;
    // DynamoDB refuses such a range.
    if (first > last) return { messages: [], next: null };
    const { items, lastKey } = await queryPage<{ readonly sk: string }>(table, {
      KeyConditionExpression: 'pk = :author AND sk BETWEEN :first AND :last',
      FilterExpression: 'channel_id = :channel',
      ExpressionAttributeValues: {
        ':author': pk,
        ':first': first,
        ':last': last,
        ':channel': channelId,
      },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: REFERENCES_PAGE,
    });
    const ids = items.map(({ sk }) => sk.slice(REFERENCE_PREFIX.length));
    const page = ids.slice(0, MESSAGES_PER_REMOVAL);
    const keys = page.map((id) => messageKey(channelId, id));
    const messages = await getMany<FoundItem>(table, keys, { isConsistent: true });
    const rest = lastKey && String(lastKey['sk']).slice(REFERENCE_PREFIX.length);
    return {
      messages: messages.map(toRemoved).toSorted((a, b) => (a.sk < b.sk ? -1 : 1)),
      next: (ids.length > page.length ? page.at(-1) : rest) ?? null,
    };
  },
});
