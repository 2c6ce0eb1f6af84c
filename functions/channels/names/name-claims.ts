/**
 * Whose a display name is, so that nobody else takes one that looks the same. A channel keeps the `looks` that it has claimed:
 * a change, or its end, gives back just those. Names from before there were claims have none until they change, and are
 * still told by their usernames.
 */
import type { Table, Write } from '../../aws/table/table.ts';
import { placement, where, type Condition } from '../../aws/table/write-items.ts';
import { lookalikeKey, usernameKey, type ChannelItem } from '../channel.item.ts';
import { lookalikeSkeletonsOf, usernameLike } from '../../base/look-alikes.ts';

/** What a name's owner has of it: `looks` for the channel, and what is written along with that. */
export interface NameClaim {
  readonly looks: readonly string[];
  readonly writes: readonly Write[];
}

/** A new channel's name, which is its username. A condition fails where it looks like another's. */
export function claimFirstName(table: Table, id: string, username: string): NameClaim {
  const looks = lookalikeSkeletonsOf(username);
  return { looks, writes: looks.map((skeleton) => claim(table, id, skeleton)) };
}

/**
 * A name for a channel in place of the one it has. A condition fails where it looks like another's, or could be taken for
 * somebody's username.
 */
export function claimNextName(
  table: Table,
  { id, looks: before = [] }: ChannelItem,
  name: string,
): NameClaim {
  const { TableName } = table;
  const looks = lookalikeSkeletonsOf(name);
  const username = usernameLike(name);
  const writes: Write[] = [
    ...looks.map((skeleton) => claim(table, id, skeleton)),
    ...(username
      ? [{ ConditionCheck: { TableName, Key: usernameKey(username), ...where(unlessAnothers(id)) } }]
      : []),
    ...before
      .filter((skeleton) => !looks.includes(skeleton))
      .map((skeleton) => ({ Delete: { TableName, Key: lookalikeKey(skeleton) } })),
  ];
  return { looks, writes };
}

const claim = (table: Table, id: string, skeleton: string): Write => ({
  Put: placement(table, { ...lookalikeKey(skeleton), channel_id: id }, unlessAnothers(id)),
});

const unlessAnothers = (id: string): Condition => ({
  if: 'attribute_not_exists(pk) OR channel_id = :id',
  values: { ':id': id },
});
