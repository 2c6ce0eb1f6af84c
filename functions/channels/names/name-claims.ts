/**
 * Claims of display names, so that no two look the same. A channel stores the `looks` that it has claimed; a change or
 * deletion releases them. Names of an earlier version have no claims until they change; their usernames are reserved.
 */
import type { Table, Write } from '#functions/aws/table/table.ts';
import { putInput, where, type Condition } from '#functions/aws/table/write-items.ts';
import { lookalikeKey, usernameKey, type ChannelItem } from '../channel.item.ts';
import { lookalikeSkeletonsOf, usernameLike } from '#functions/base/text/look-alikes.ts';

/** Claims the name of a new channel. A condition fails if it looks like another's. */
export function claimFirstName(table: Table, id: string, username: string) {
  const looks = lookalikeSkeletonsOf(username);
  return { looks, writes: looks.map((skeleton) => claim(table, id, skeleton)) };
}

/** Replaces a channel's name. A condition fails if the name looks like another's, or like another's username. */
export function claimNextName(table: Table, { id, looks: before = [] }: ChannelItem, name: string) {
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
  Put: putInput(table, { ...lookalikeKey(skeleton), channel_id: id }, unlessAnothers(id)),
});

const unlessAnothers = (id: string): Condition => ({
  if: 'attribute_not_exists(pk) OR channel_id = :id',
  values: { ':id': id },
});
