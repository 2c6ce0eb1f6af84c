import { cancellationReasons } from '../../aws/retry.ts';
import type { Table, Write } from '../../aws/table/table.ts';
import { assignment } from '../../aws/table/write-expressions.ts';
import { DomainError } from '../../base/errors.ts';
import { nameClaims } from '../names/lazy-name-claims.ts';
import { changeChannel } from './channel.change.ts';
import { accountKey, toChannel, type ChannelItem } from '../channel.item.ts';
import { LOOKS_TAKEN, type Detail, type Details, type DetailsRepository } from '../ports.ts';

export const detailsRepository = (table: Table): DetailsRepository => ({
  change: async (channelId, details) => {
    const given = Object.entries(details).filter(([, value]) => value !== undefined);
    const fields: Partial<Pick<ChannelItem, Detail>> = Object.fromEntries(given);
    const rename = await renaming(table, details);
    let before: readonly string[] = [];
    const change = (channel: ChannelItem) => {
      before = picturesOf(channel);
      return { ...fields, ...rename(channel).fields };
    };
    const changed = changeChannel(table, channelId, change, (channel) => rename(channel).writes);
    const item = await changed.catch(refuseTakenName);
    if (!item) return null;
    const shown = picturesOf(item);
    return { channel: toChannel(item), dropped: before.filter((url) => !shown.includes(url)) };
  },
});

const picturesOf = ({ avatar, thumbnail_url }: ChannelItem): string[] =>
  [avatar, thumbnail_url].filter((url) => url !== '');

/** What changes besides with the name of a channel. */
type Renaming = (channel: ChannelItem) => {
  readonly fields: Pick<ChannelItem, 'looks'>;
  readonly writes: readonly Write[];
};

/** The person's name is the channel's, and nobody else's. */
async function renaming(table: Table, { display_name: name }: Details): Promise<Renaming> {
  if (name === undefined) return () => ({ fields: {}, writes: [] });
  const { nextName } = await nameClaims();
  return (channel) => {
    const condition = { if: 'attribute_exists(pk)' };
    const account = { Update: assignment(table, accountKey(channel.id), { display_name: name }, condition) };
    if (channel.display_name === name) return { fields: {}, writes: [account] };
    const { looks, writes } = nextName(table, channel, name);
    return { fields: { looks }, writes: [account, ...writes] };
  };
}

/** Behind the channel and its account stand the claims. Throws `conflict`. */
function refuseTakenName(error: unknown): never {
  const [, account, ...claims] = cancellationReasons(error);
  if (account === 'None' && claims.includes('ConditionalCheckFailed'))
    throw new DomainError('conflict', LOOKS_TAKEN, { cause: error });
  throw error;
}
