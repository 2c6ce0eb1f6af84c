/** The realtime channels of AppSync Events. Apart from the schemas, so that the web loads none of them. */

/** Where a chat's messages are published, each as the JSON of a `ChatMessage`. */
export const chatTopic = (channelId: string): string => `/chat/${channelId}`;
