/** The realtime channels of AppSync Events. Apart from the schemas, so that the web loads none of them. */

/** Where all is published that happens in a channel, several at a time, as the JSON of a `ChannelBatch`. */
export const channelTopic = (channelId: string): string => `/channels/${channelId}`;

/** Where it is published who goes live, and who off the air. */
export const LISTS_TOPIC = '/lists/live';
