/** Channels of AppSync Events, apart from the schemas, so that pages load no zod. */

/** A channel's events, in batches, as the JSON of `ChannelBatch`. */
export const channelTopic = (channelId: string): string => `/channels/${channelId}`;

/** Captions of a channel's live broadcast, as the JSON of `CaptionBatch`: for viewers who have turned them on. */
export const captionsTopic = (channelId: string): string => `/channels/${channelId}/captions`;

/** For one person alone, who listens by the pass to their own channel: that there may be news. */
export const personTopic = (personId: string): string => `/lists/people/${personId}`;

/** Channels that go live or off the air. */
export const LISTS_TOPIC = '/lists/live';
