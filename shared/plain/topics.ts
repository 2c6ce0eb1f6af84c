/** The realtime channels of AppSync Events. Apart from the schemas, so that the web loads none of them. */

/** Where a chat's messages are published, several at a time, as the JSON of a `ChatBatch`. */
export const chatTopic = (channelId: string): string => `/chat/${channelId}`;
