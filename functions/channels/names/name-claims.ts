/**
 * Whose a display name is, so that nobody else takes one that looks the same. A channel keeps the `looks` that it has claimed:
 * a change, or its end, gives back just those. Names from before there were claims have none until they change, and are
 * still told by their usernames.
 */
import type { Table, Write } from '../../aws/table/table.ts';
import { placement, where, type Condition } from '../../aws/table/write-expressions.ts';
import { lookKey, usernameKey, type ChannelItem } from '../channel.item.ts';
import { looksOf, usernameLike } from '../../base/look-alikes.ts';

/** What a name's owner has of it: `looks` for the channel, and what is written along with that. */
export interface Naming {
  readonly looks: readonly string[];
  readonly writes: readonly Write[];
}

/** A new channel's name, which is its username. A condition fails where it looks like another's. */
export function firstName(table: Table, id: string, username: string): Naming {
  const looks = looksOf(username);
  return { looks, writes: looks.map((look) => claim(table, id, look)) };
}

/**
 * A name for a channel in place of the one it has. A condition fails where it looks like another's, or could be taken for
 * somebody's username.
 */
export function nextName(table: Table, { id, looks: before = [] }: ChannelItem, name: string): Naming {
  const { TableName } = table;
  const looks = looksOf(name);
  const username = usernameLike(name);
  const writes: Write[] = [
    ...looks.map((look) => claim(table, id, look)),
    ...(username
      ? [{ ConditionCheck: { TableName, Key: usernameKey(username), ...where(unlessAnothers(id)) } }]
      : []),
    ...before
      .filter((look) => !looks.includes(look))
      .map((look) => ({ Delete: { TableName, Key: lookKey(look) } })),
  ];
  return { looks, writes };
}

const claim = (table: Table, id: string, look: string): Write => ({
  Put: placement(table, { ...lookKey(look), channel_id: id }, unlessAnothers(id)),
});

const unlessAnothers = (id: string): Condition => ({
  if: 'attribute_not_exists(pk) OR channel_id = :id',
  values: { ':id': id },
});
