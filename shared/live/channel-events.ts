/** What open pages are told of a channel by the socket. Not in the specification. */
import type { ChatMessage } from '../community/chat.ts';
import type { ChatRoom } from '../community/rooms.ts';
import type { Occurrence } from '../channels/schedules.ts';
import type { Channel } from '../channels/streamers.ts';

/** Something that has happened in a channel. A page passes over types that it does not know. */
export type ChannelEvent =
  | { readonly type: 'message'; readonly message: ChatMessage }
  /** Messages that are gone. */
  | { readonly type: 'removed'; readonly ids: readonly string[] }
  /** All messages are gone whose id is not after this one. */
  | { readonly type: 'cleared'; readonly before: string }
  /** The mode of the chat, or what is pinned in it, as it now is. */
  | { readonly type: 'room'; readonly room: ChatRoom }
  /** The channel as it now is: live or not, and what it shows. Of two, the one with the higher version is later. */
  | { readonly type: 'stream'; readonly channel: Channel; readonly version: number }
  | { readonly type: 'viewers'; readonly viewers: number; readonly followers?: number }
  /** What the channel has planned next, as it now is. Of two, the one with the higher version is later. */
  | { readonly type: 'schedule'; readonly upcoming: readonly Occurrence[]; readonly version: number }
  /** There is no such channel any more, or it is not shown: who asks is told. */
  | { readonly type: 'gone' };

/** What is published on `channelTopic`: what has happened since the last time, each once and in its order. */
export interface ChannelBatch {
  readonly events: readonly ChannelEvent[];
}

/** What those are told who see lists of channels. The version is as above. */
export type ListEvent =
  | { readonly type: 'live'; readonly channel: Channel; readonly version: number }
  | { readonly type: 'offline'; readonly id: string; readonly version: number }
  /** There is no such channel any more, or it is not shown. */
  | { readonly type: 'gone'; readonly id: string; readonly version: number }
  /** It is shown again, live or not. */
  | { readonly type: 'shown'; readonly channel: Channel; readonly version: number };

/** What is published on `LISTS_TOPIC`. */
export interface ListBatch {
  readonly events: readonly ListEvent[];
}
