import type { Channel } from '../../../shared/channels/streamers.ts';
import { getItem } from '../../aws/table/get-item.ts';
import { getMany } from '../../aws/table/read-items.ts';
import type { Table } from '../../aws/table/table.ts';
import { LatestEntries } from '../../base/latest-entries.ts';
import { channelKey, toChannel, usernameKey, type ChannelItem } from '../channel.item.ts';
import { claimedBy, findChannelId } from './channel-id.repository.ts';

const MAX_NAMES = 1000;

/** The claim of a name, or the channel. */
type Found = ChannelItem & { readonly sk: string; readonly channel_id?: string };

/**
 * Finds channels by their names, in any case; they may be a moment old. A name says whose it is, and that says where the
 * channel is; but a name is nearly always still the one's whose it was when it was last asked for, as pages do every few
 * seconds: then both are read in one request.
 */
export function channelFinder(table: Table): (username: string) => Promise<Channel | null> {
  const owners = new LatestEntries<string>(MAX_NAMES);
  return async (username) => {
    const name = usernameKey(username);
    const last = owners.get(name.pk);
    const found = last === undefined ? [] : await getMany<Found>(table, [name, channelKey(last)]);
    const at = (key: { readonly sk: string }) => found.find(({ sk }) => sk === key.sk);
    const owner = last === undefined ? await findChannelId(table, username) : claimedBy(at(name));
    if (owner === null) return null;
    owners.set(name.pk, owner);
    const key = channelKey(owner);
    const channel =
      owner === last ? at(key) : await getItem<ChannelItem>(table, key, { isConsistent: false });
    return channel ? toChannel(channel) : null;
  };
}
