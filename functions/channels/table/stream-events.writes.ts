import type { Table, Write } from '#functions/aws/table/table.ts';
import { webhookEventWrites } from '#functions/webhook-events/index.ts';
import type { ChannelItem } from '../channel.item.ts';

/** A short interruption of an encoder ends no stream. */
const isOnAir = ({ is_live, off_air }: ChannelItem): boolean => is_live || off_air === 'interrupted';

/** Writes for the channel's webhooks that a stream has started or ended, or has another title, category or tags. */
export function streamEventWrites(table: Table, before: ChannelItem, after: ChannelItem): Write[] {
  if (!before.webhooks) return [];
  const [was, is] = [isOnAir(before), isOnAir(after)];
  if (!is) return was ? webhookEventWrites(table, after, { type: 'stream.ended', data: {} }) : [];
  if (was && textsOf(before) === textsOf(after)) return [];
  const { title, game: category, tags, thumbnail_url, avatar } = after;
  const type = was ? 'stream.updated' : 'stream.started';
  const data = { title, category, tags, picture: thumbnail_url || avatar };
  return webhookEventWrites(table, after, { type, data });
}

const textsOf = ({ title, game, tags }: ChannelItem): string => JSON.stringify([title, game, tags]);
