/** What open pages receive of a channel by WebSocket. Not in the specification. */
import type { ChatMessage } from '../community/chat.ts';
import type { Poll } from '../community/polls.ts';
import type { ChatRoom } from '../community/rooms.ts';
import type { Occurrence } from '../channels/schedules.ts';
import type { Raid } from './raids.ts';
import type { LiveCue } from './live-captions.ts';
import type { Channel } from '../channels/channels.ts';

/** An event in a channel. Pages ignore unknown types. */
export type ChannelEvent =
  | { readonly type: 'message'; readonly message: ChatMessage }
  /** Deleted messages. */
  | { readonly type: 'removed'; readonly ids: readonly string[] }
  /** Messages whose removal was undone. */
  | { readonly type: 'restored'; readonly messages: readonly ChatMessage[] }
  /** Deletes all messages up to this id. */
  | { readonly type: 'cleared'; readonly before: string }
  /** The current mode of the chat and its pinned message. */
  | { readonly type: 'room'; readonly room: ChatRoom }
  /** The channel's own emotes have changed. Pages request them. */
  | { readonly type: 'emotes' }
  /** A poll of the chat as it is now: begun, counted again, or ended. */
  | { readonly type: 'poll'; readonly poll: Poll }
  /** The person may no longer write in the chat, or may again. Their own page asks for the reason. */
  | { readonly type: 'sanction'; readonly username: string }
  /** The channel's current state. The higher version is later. */
  | { readonly type: 'stream'; readonly channel: Channel; readonly version: number }
  /** Without viewers where the owner hides their number. */
  | { readonly type: 'viewers'; readonly viewers?: number | undefined; readonly followers?: number }
  /** The streamer sends the viewers to another channel. */
  | { readonly type: 'raid'; readonly raid: Raid }
  /** The channel's current plans. The higher version is later. */
  | { readonly type: 'schedule'; readonly upcoming: readonly Occurrence[]; readonly version: number }
  /** The channel is deleted or hidden; a request shows which. */
  | { readonly type: 'gone' };

/** Published on `channelTopic`: the events since the last batch, in order. */
export interface ChannelBatch {
  readonly events: readonly ChannelEvent[];
}

/** Events for lists of channels. Versions as above. */
export type ListEvent =
  | { readonly type: 'live'; readonly channel: Channel; readonly version: number }
  | { readonly type: 'offline'; readonly id: string; readonly version: number }
  /** The channel is deleted or hidden. */
  | { readonly type: 'gone'; readonly id: string; readonly version: number }
  /** The channel is visible again, live or not. */
  | { readonly type: 'shown'; readonly channel: Channel; readonly version: number };

/** Published on `personTopic`: the person's list of notifications has more within seconds. */
export interface PersonEvent {
  readonly type: 'news';
}

export type CaptionEvent =
  | { readonly type: 'cue'; readonly cue: LiveCue }
  /** A deleted cue. */
  | { readonly type: 'deleted'; readonly id: string };

/** Published on `captionsTopic`. */
export interface CaptionBatch {
  readonly events: readonly CaptionEvent[];
}
