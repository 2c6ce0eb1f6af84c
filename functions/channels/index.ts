/** What other features may import. */
export { categoryKey, categoryOf, type Share, shareWrites } from './category.item.ts';
export { tellAsItIs } from './channel-news.ts';
export {
  accountKey,
  type ChannelItem,
  channelKey,
  countKey,
  newChannel,
  OFF_AIR,
  toChannel,
  usernameKey,
} from './channel.item.ts';
export { DUE_ACCOUNTS } from './due-account.item.ts';
export { type LivePicture, showLivePicture } from './live-picture.ts';
export { named, namedPage } from './named.ts';
export { nameClaims } from './names/lazy-name-claims.ts';
export { nextName } from './names/name-claims.ts';
export {
  type ChannelList,
  type ChannelNames,
  type ChannelPage,
  type ChannelsRepository,
  type DetailsRepository,
  LOOKS_TAKEN,
} from './ports.ts';
export { findChannelId } from './table/channel-id.repository.ts';
export { busy, changeChannel, refreshPlace } from './table/channel.change.ts';
export { placeOf, toItem, wordKeys } from './table/channel.place.ts';
export { channelsRepository } from './table/channels.repository.ts';
