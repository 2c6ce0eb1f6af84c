import type { ProfileUpdate } from '../../../shared/channels/streamers.ts';
import { cancellationReasons } from '../../aws/retry.ts';
import { getItem } from '../../aws/table/get-item.ts';
import type { Table, Write } from '../../aws/table/table.ts';
import { assignment } from '../../aws/table/write-items.ts';
import { DomainError } from '../../base/errors.ts';
import { nameClaims } from '../names/lazy-name-claims.ts';
import { changeChannel } from './channel.change.ts';
import { accountKey, channelKey, toChannel, type ChannelItem } from '../channel.item.ts';

/** Missing fields stay unchanged. */
type Details = ProfileUpdate & {
  readonly [D in 'title' | 'game' | 'tags' | 'meter']?: ChannelItem[D] | undefined;
};

export type DetailsRepository = ReturnType<typeof detailsRepository>;

export const detailsRepository = (table: Table) => ({
  /** The URLs of pictures that the channel would no longer show. */
  replacedBy: async (channelId: string, details: Details): Promise<string[]> => {
    if (details.avatar === undefined && details.thumbnail_url === undefined) return [];
    const channel = await getItem<ChannelItem>(table, channelKey(channelId));
    if (!channel) return [];
    const { avatar = channel.avatar, thumbnail_url = channel.thumbnail_url } = details;
    return picturesOf(channel).filter((url) => url !== avatar && url !== thumbnail_url);
  },
  /**
   * Returns the channel and the URLs of pictures that it no longer shows; `null` if there is no such channel. Throws
   * `busy` after repeated conflicts, `conflict` for a name that looks like another's.
   */
  change: async (channelId: string, details: Details) => {
    const given = Object.entries(details).filter(([, value]) => value !== undefined);
    const fields: Partial<Pick<ChannelItem, keyof Details>> = Object.fromEntries(given);
    const rename = await renaming(table, details);
    let before: readonly string[] = [];
    const change = (channel: ChannelItem) => {
      before = picturesOf(channel);
      return { ...fields, ...rename(channel).fields };
    };
    const changed = changeChannel(table, channelId, change, (channel) => rename(channel).writes);
    const item = await changed.catch(refuseTakenName);
    if (!item) return null;
    const pictures = picturesOf(item);
    return { channel: toChannel(item), dropped: before.filter((url) => !pictures.includes(url)) };
  },
});

const picturesOf = ({ avatar, thumbnail_url }: ChannelItem): string[] =>
  [avatar, thumbnail_url].filter((url) => url !== '');

/** The further changes of a new display name. */
type Renaming = (channel: ChannelItem) => {
  readonly fields: Pick<ChannelItem, 'looks'>;
  readonly writes: readonly Write[];
};

/** The account has the same name, and no other channel may have one that looks like it. */
async function renaming(table: Table, { display_name: name }: Details): Promise<Renaming> {
  if (name === undefined) return () => ({ fields: {}, writes: [] });
  const { claimNextName } = await nameClaims();
  return (channel) => {
    const condition = { if: 'attribute_exists(pk)' };
    const account = { Update: assignment(table, accountKey(channel.id), { display_name: name }, condition) };
    if (channel.display_name === name) return { fields: {}, writes: [account] };
    const { looks, writes } = claimNextName(table, channel, name);
    return { fields: { looks }, writes: [account, ...writes] };
  };
}

/** The claims follow the channel and the account in the transaction. Throws `conflict`. */
function refuseTakenName(error: unknown): never {
  const [, account, ...claims] = cancellationReasons(error);
  if (account === 'None' && claims.includes('ConditionalCheckFailed'))
    throw new DomainError('conflict', 'similar_name_taken', { field: 'display_name', cause: error });
  throw error;
}
