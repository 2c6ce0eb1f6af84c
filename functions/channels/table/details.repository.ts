import type { Channel, ProfileUpdate } from '#shared/channels/channels.ts';
import { cancellationReasons } from '#functions/aws/retry.ts';
import type { Table, Write } from '#functions/aws/table/table.ts';
import { assignment } from '#functions/aws/table/write-items.ts';
import { DomainError } from '#functions/base/errors.ts';
import { nameClaims } from '../names/lazy-name-claims.ts';
import { changeChannel } from './channel-changes.repository.ts';
import { accountKey, toChannel, type ChannelItem } from '../channel.item.ts';

/** Missing fields stay unchanged. */
type Details = ProfileUpdate & {
  readonly [D in 'title' | 'game' | 'tags' | 'meter' | 'hides_viewers']?: ChannelItem[D] | undefined;
};

export type DetailsRepository = ReturnType<typeof detailsRepository>;

/** `discardPicture`: schedules the deletion of a picture that the channel no longer shows, in the same transaction. */
export const detailsRepository = (
  table: Table,
  discardPicture: (channelId: string, url: string) => readonly Write[] = () => [],
) => ({
  /**
   * Returns the channel; `null` if there is no such channel. Throws `busy` after repeated conflicts, `conflict` for a name
   * that looks like another's.
   */
  change: async (channelId: string, details: Details): Promise<Channel | null> => {
    const given = Object.entries(details).filter(([, value]) => value !== undefined);
    const fields: Partial<Pick<ChannelItem, keyof Details>> = Object.fromEntries(given);
    const rename = await renaming(table, details);
    const change = (channel: ChannelItem) => ({ ...fields, ...rename(channel).fields });
    const discards = (channel: ChannelItem): Write[] => {
      const pictures = picturesOf({ ...channel, ...fields });
      const dropped = picturesOf(channel).filter((url) => !pictures.includes(url));
      return [...new Set(dropped)].flatMap((url) => discardPicture(channelId, url));
    };
    const also = (channel: ChannelItem) => [...rename(channel).writes, ...discards(channel)];
    const item = await changeChannel(table, channelId, change, also).catch(refuseTakenName);
    return item && toChannel(item);
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
