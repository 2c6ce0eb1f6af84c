/** What other features may import. */
export { categoryKey, categoryOf, type Share, shareWrites } from './category.item.ts';
export {
  accountKey,
  audienceAtStart,
  audienceFrom,
  type ChannelItem,
  channelKey,
  countKey,
  DUE_ACCOUNTS,
  hasBroadcast,
  newChannel,
  OFF_AIR,
  toChannel,
  usernameKey,
} from './channel.item.ts';
export { pageWithDisplayNames, withDisplayNames } from './display-names.ts';
export { nameClaims } from './names/lazy-name-claims.ts';
export { publishCurrentState } from './publish-change.ts';
export { newestOrder } from './table/channel-orders.repository.ts';
export { changeChannel, channelFailure, foldFollowers } from './table/channel-changes.repository.ts';
export { indexKeysOf, type StoredChannel, toItem, wordKeys } from './table/channel-keys.ts';
export {
  type ChannelNames,
  channelsRepository,
  type ChannelsRepository,
} from './table/channels.repository.ts';
export type { DetailsRepository } from './table/details.repository.ts';
export { type LiveRecording, showLivePicture, showLiveRecording } from './table/live-channels.repository.ts';
export {
  findChannelId,
  findVisibleChannel,
  findWatchedChannel,
  type WatchedChannel,
} from './table/public-channels.repository.ts';
export { suspensionCheck } from './table/suspension-check.writes.ts';
