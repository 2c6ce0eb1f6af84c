import { getItem } from '../../aws/table/get-item.ts';
import { getMany, queryPage } from '../../aws/table/read-items.ts';
import type { Table } from '../../aws/table/table.ts';
import type { Room, RoomsRepository, Silence, Standing } from './ports.ts';
import {
  MODERATOR_PREFIX,
  moderatorKey,
  roomKey,
  SANCTION_PREFIX,
  sanctionKey,
  toRoom,
  wordsKey,
  type RoomItem,
  type SanctionItem,
  type WordsItem,
} from './room.item.ts';

type Reads = Pick<
  RoomsRepository,
  'find' | 'findCurrent' | 'standing' | 'isModerator' | 'words' | 'silenced'
>;

const SILENCED_PAGE = 100;

/** Reads rooms; see `room.item.ts` for the keys. `followKey` is where a follow of a channel by a person is kept. */
export const roomReads = (
  table: Table,
  followKey: (personId: string, channelId: string) => { readonly pk: string; readonly sk: string },
): Reads => ({
  find: (channelId) => findRoom(table, channelId, false),
  findCurrent: (channelId) => findRoom(table, channelId, true),
  isModerator: async (channelId, personId) =>
    (await getItem(table, moderatorKey(channelId, personId))) !== undefined,
  words: async (channelId) => (await getItem<WordsItem>(table, wordsKey(channelId)))?.words ?? [],
  standing: async (channelId, personId, nowMs) => {
    const keys = {
      room: roomKey(channelId),
      moderator: moderatorKey(channelId, personId),
      sanction: sanctionKey(channelId, personId),
      words: wordsKey(channelId),
      follow: followKey(personId, channelId),
    };
    const items = await getMany<{ readonly pk: string; readonly sk: string }>(table, Object.values(keys), {
      isConsistent: true,
    });
    const at = (key: keyof typeof keys) =>
      items.find(({ pk, sk }) => pk === keys[key].pk && sk === keys[key].sk);
    return toStanding(
      {
        room: at('room') as RoomItem | undefined,
        sanction: at('sanction') as SanctionItem | undefined,
        words: at('words') as WordsItem | undefined,
      },
      { isModerator: at('moderator') !== undefined, isFollower: at('follow') !== undefined },
      nowMs,
    );
  },
  silenced: async (channelId, after = '', nowMs) => {
    const { pk, sk } = sanctionKey(channelId, after);
    const { items, lastKey } = await queryPage<SanctionItem>(table, {
      KeyConditionExpression: 'pk = :room AND sk BETWEEN :first AND :last',
      FilterExpression: 'attribute_not_exists(until_ms) OR until_ms > :now',
      ExpressionAttributeValues: {
        ':room': pk,
        ':first': `${sk}!`,
        ':last': `${SANCTION_PREFIX}~`,
        ':now': nowMs,
      },
      Limit: SILENCED_PAGE,
    });
    const idOf = (key: string): string => key.slice(SANCTION_PREFIX.length);
    const people = items.map((item) => ({
      id: idOf(item.sk),
      username: item.username,
      untilMs: item.until_ms ?? null,
    }));
    return { people, next: lastKey ? idOf(String(lastKey['sk'])) : null };
  },
});

/** What lies between the first moderator and the room itself. */
interface PublicItem extends RoomItem {
  readonly sk: string;
  /** Of a moderator. */
  readonly username?: string;
}

async function findRoom(table: Table, channelId: string, ConsistentRead: boolean): Promise<Room> {
  const { pk, sk } = roomKey(channelId);
  const { items } = await queryPage<PublicItem>(table, {
    KeyConditionExpression: 'pk = :room AND sk BETWEEN :first AND :last',
    ExpressionAttributeValues: { ':room': pk, ':first': MODERATOR_PREFIX, ':last': sk },
    ConsistentRead,
  });
  const moderators = items.flatMap(({ username }) => username ?? []);
  const item = items.find((found) => found.sk === sk);
  return toRoom(item, moderators);
}

function toStanding(
  items: {
    readonly room: RoomItem | undefined;
    readonly sanction: SanctionItem | undefined;
    readonly words: WordsItem | undefined;
  },
  person: Pick<Standing, 'isModerator' | 'isFollower'>,
  nowMs: number,
): Standing {
  const { slow_mode_s, followers_only, links_allowed } = toRoom(items.room, []);
  return {
    ...person,
    mode: { slow_mode_s, followers_only, links_allowed },
    clearedId: items.room?.cleared_id ?? '',
    silence: silenceOf(items.sanction, nowMs),
    words: items.words?.words ?? [],
  };
}

/** DynamoDB deletes what is over some time later. */
function silenceOf(item: SanctionItem | undefined, nowMs: number): Silence | null {
  if (!item || (item.until_ms !== undefined && item.until_ms <= nowMs)) return null;
  return { untilMs: item.until_ms ?? null };
}

/** Up to which message a chat was cleared; it may be a moment old. */
export const clearedIdOf = async (table: Table, channelId: string): Promise<string> =>
  (await getItem<RoomItem>(table, roomKey(channelId), { isConsistent: false }))?.cleared_id ?? '';
