import type { ChannelEvent } from '../../shared/live/channel-events.ts';
import type { ChatMessage } from '../../shared/community/chat.ts';
import type { Channel } from '../../shared/channels/streamers.ts';
import type { RateLimit } from './chat.rate.ts';

/** A message as it is kept. Of what it answers there is only the id: what is removed is then gone everywhere. */
export interface KeptMessage extends Omit<ChatMessage, 'reply_to'> {
  readonly reply_to_id?: string;
}

/** One message on its way into the table. */
export interface NewMessage {
  readonly channelId: string;
  readonly authorId: string;
  readonly message: KeptMessage;
  readonly key: string | undefined;
  /** The author's turns as they were read, and as they are with this message. */
  readonly known: Sent;
  readonly sent: Sent;
}

/** When somebody wrote last. Times in ms since 1970. */
export interface Sent {
  /** Of their latest messages anywhere, ascending. */
  readonly sentMs: readonly number[];
  /** Of the latest in each chat, as far back as slow mode may reach. */
  readonly roomsMs: Readonly<Record<string, number>>;
}

/** What the rules of a chat say of a message. */
export interface Admission {
  readonly refusal: Error | null;
  readonly isModerator: boolean;
  /** For how long the author has to wait after their last message here. */
  readonly pauseMs: number;
  /** All messages are gone whose id is not after this one. */
  readonly clearedId: string;
}

export interface ChatRepository {
  /** The newest messages before `before`, oldest first; expired ones are left out. */
  list(channelId: string, limit: number, before: string | undefined, nowMs: number): Promise<KeptMessage[]>;
  /** Those of these messages that the chat still has, in no order. */
  find(channelId: string, ids: readonly string[], nowMs: number): Promise<KeptMessage[]>;
  /** What this key of this author has written into this chat. */
  findByKey(authorId: string, channelId: string, key: string, nowMs: number): Promise<KeptMessage | null>;
  sentBy(authorId: string): Promise<Sent>;
  /** Writes all or nothing; false when the author or the key has written since it was looked. */
  write(message: NewMessage, nowMs: number): Promise<boolean>;
}

/** A piece of a chat. */
export interface ChatRange {
  /** Of messages written then or later, and then or before. In ms since 1970. */
  readonly fromMs: number;
  readonly untilMs: number;
  readonly after?: string | undefined;
  /** The last ones before this one, in place of the first. */
  readonly before?: string | undefined;
  /** All messages are gone whose id is not after this one. @default none */
  readonly clearedId?: string;
  readonly limit: number;
}

/** Oldest first. */
export interface RecordedPage<M> {
  readonly messages: readonly M[];
  /** After, or before which message the reading goes on; `null` where there is nothing more. */
  readonly next: string | null;
}

/** What was said once, whatever of it the chat itself still shows. */
export interface RecordedChat extends Pick<ChatRepository, 'find'> {
  between(channelId: string, range: ChatRange): Promise<RecordedPage<KeptMessage>>;
}

export interface ChatPorts {
  readonly chat: ChatRepository;
  readonly channels: { findById(id: string): Promise<Channel | null> };
  readonly rate: RateLimit;
  /** Asks the rules of the chat. */
  readonly admit: (channelId: string, authorId: string, text: string) => Promise<Admission>;
  /** Up to which message a chat was cleared. */
  readonly clearedIdOf: (channelId: string) => Promise<string>;
  /** Tells those who have the page open. Never throws: the history has what they miss. */
  readonly announce: (channelId: string, event: ChannelEvent) => Promise<void>;
  /** Makes an id that sorts by `atMs`. */
  readonly newId: (atMs: number) => string;
  readonly clock: () => number;
}
