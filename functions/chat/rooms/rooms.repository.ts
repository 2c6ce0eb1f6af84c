import type { ChatCommand } from '#shared/community/chat-commands.ts';
import { getItem } from '#functions/aws/table/get-item.ts';
import { getMany, queryPage } from '#functions/aws/table/read-items.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { followKey } from '#functions/follows/index.ts';
import { hiddenKey } from '#functions/hidden-people/index.ts';
import {
  BAN,
  blockedWordsKey,
  COMMAND_PREFIX,
  currentTerms,
  MODERATOR_PREFIX,
  moderatorKey,
  roomKey,
  SANCTION_PREFIX,
  sanctionKey,
  toRoom,
  type BlockedWordsItem,
  type CommandItem,
  type RoomItem,
  type SanctionItem,
} from './room.item.ts';
import type { ChatPermissions, Room, SanctionedPerson, SanctionTerms } from './room.ts';

const SANCTIONS_PAGE = 100;

export type RoomReads = ReturnType<typeof roomReads>;

export const roomReads = (table: Table) => ({
  /** Default settings if nothing was changed. Eventually consistent. */
  find: (channelId: string): Promise<Room> => findRoom(table, channelId, false),
  findCurrent: (channelId: string): Promise<Room> => findRoom(table, channelId, true),
  isModerator: async (channelId: string, personId: string): Promise<boolean> =>
    (await getItem(table, moderatorKey(channelId, personId))) !== undefined,
  blockedWords: async (channelId: string): Promise<readonly string[]> =>
    (await getItem<BlockedWordsItem>(table, blockedWordsKey(channelId)))?.words ?? [],
  /** By name. */
  commands: async (channelId: string): Promise<ChatCommand[]> => {
    const { items } = await queryPage<CommandItem>(table, {
      KeyConditionExpression: 'pk = :room AND begins_with(sk, :command)',
      ExpressionAttributeValues: { ':room': roomKey(channelId).pk, ':command': COMMAND_PREFIX },
      ConsistentRead: true,
    });
    return items.map(({ name, answer }) => ({ name, answer }));
  },
  /** Eventually consistent. */
  clearedIdOf: async (channelId: string): Promise<string> =>
    (await getItem<RoomItem>(table, roomKey(channelId), { isConsistent: false }))?.cleared_id ?? '',
  /**
   * A person blocked by the streamer is banned. For a vote, which has no words, a read may be a moment old: a crowd votes at
   * once, and a partition takes 3,000 read units a second.
   */
  permissionsOf: async (
    channelId: string,
    personId: string,
    nowMs: number,
    of: 'text' | 'vote' = 'text',
  ): Promise<ChatPermissions> => {
    const keys = {
      room: roomKey(channelId),
      moderator: moderatorKey(channelId, personId),
      sanction: sanctionKey(channelId, personId),
      ...(of === 'text' && { words: blockedWordsKey(channelId) }),
      follow: followKey(personId, channelId),
      hidden: hiddenKey(channelId, personId),
    };
    const items = await getMany<{ readonly pk: string; readonly sk: string }>(table, Object.values(keys), {
      isConsistent: of === 'text',
    });
    const at = (key: keyof typeof keys) =>
      items.find(({ pk, sk }) => pk === keys[key]?.pk && sk === keys[key]?.sk);
    const room = at('room') as RoomItem | undefined;
    const sanctionItem = at('sanction') as SanctionItem | undefined;
    const isBlocked = at('hidden') !== undefined;
    const { slow_mode_s, followers_only, links_allowed } = toRoom(room, []);
    return {
      mode: { slow_mode_s, followers_only, links_allowed },
      clearedId: room?.cleared_id ?? '',
      isModerator: at('moderator') !== undefined,
      isFollower: at('follow') !== undefined,
      sanction: isBlocked ? { ...BAN, reason: '', appeal: null } : currentTerms(sanctionItem, nowMs),
      isBlocked,
      blockedWords: (at('words') as BlockedWordsItem | undefined)?.words ?? [],
    };
  },
  findSanction: async (channelId: string, personId: string, nowMs: number): Promise<SanctionTerms | null> =>
    currentTerms(await getItem<SanctionItem>(table, sanctionKey(channelId, personId)), nowMs),
  /** A page of current sanctions, ordered by person id. */
  listSanctions: async (
    channelId: string,
    after = '',
    nowMs: number,
  ): Promise<{ readonly people: readonly SanctionedPerson[]; readonly next: string | null }> => {
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
      Limit: SANCTIONS_PAGE,
    });
    const idOf = (key: string): string => key.slice(SANCTION_PREFIX.length);
    const people = items.map((item) => ({
      id: idOf(item.sk),
      username: item.username,
      untilMs: item.until_ms ?? null,
      reason: item.reason ?? '',
      appeal: item.appeal ?? null,
    }));
    return { people, next: lastKey ? idOf(String(lastKey['sk'])) : null };
  },
});

/** An item between the first moderator and the room itself. */
interface PublicItem extends RoomItem {
  readonly sk: string;
  /** Only moderators have one. */
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
