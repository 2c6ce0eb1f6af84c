/**
 * The orders of channels besides the rank (`channel.item.ts`). Keys of the channel's item:
 *
 * | order     | pk                               | sk                              |
 * |-----------|----------------------------------|---------------------------------|
 * | followers | `gsi3pk` `BY_FOLLOWERS#<0 or 1>` | `gsi3sk` `<s>#<followers>#<id>` |
 * | newest    | `gsi4pk` `BY_AGE#<0 or 1>`       | `gsi4sk` `<s>#<id>`             |
 *
 * The partition is 1 while the channel is live, so that live ones can be read alone; `s` is 1 once it has streamed, so
 * that read backwards those that never did come last.
 */
import { ULID } from '../../../shared/plain/ulid.ts';
import { countText, hasStreamed, type ChannelItem } from '../channel.item.ts';

const flag = (isSet: boolean): '0' | '1' => (isSet ? '1' : '0');

export const followersOrder = {
  index: 'gsi3',
  partition: (isLive: boolean): string => `BY_FOLLOWERS#${flag(isLive)}`,
  sortKey: (channel: ChannelItem): string =>
    `${flag(hasStreamed(channel))}#${countText(channel.followers)}#${channel.id}`,
  pattern: new RegExp(`^[01]#\\d{10}#${ULID}$`),
} as const;

export const newestOrder = {
  index: 'gsi4',
  partition: (isLive: boolean): string => `BY_AGE#${flag(isLive)}`,
  /** Ids are ULIDs, which begin with the time of sign-up. */
  sortKey: (channel: ChannelItem): string => `${flag(hasStreamed(channel))}#${channel.id}`,
  pattern: new RegExp(`^[01]#${ULID}$`),
} as const;
