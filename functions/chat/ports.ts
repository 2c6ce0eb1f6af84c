import type { ChatBatch, ChatMessage } from '../../shared/chat.ts';
import type { Channel } from '../../shared/streamers.ts';
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
  /** Written while the channel was live: it may stand beside a replay. */
  readonly isLive: boolean;
  /** The author's turns as they were read, and as they are with this message. Times in ms, ascending. */
  readonly knownSentMs: readonly number[];
  readonly sentMs: readonly number[];
}

export interface ChatRepository {
  /** The newest messages before `before`, oldest first; expired ones are left out. */
  list(channelId: string, limit: number, before: string | undefined, nowMs: number): Promise<KeptMessage[]>;
  /** Those of these messages that the chat still has, in no order. */
  find(channelId: string, ids: readonly string[], nowMs: number): Promise<KeptMessage[]>;
  /** What this key of this author has written into this chat. */
  findByKey(authorId: string, channelId: string, key: string, nowMs: number): Promise<KeptMessage | null>;
  /** When the author wrote their latest messages. */
  sentBy(authorId: string): Promise<readonly number[]>;
  /** Writes all or nothing; false when the author or the key has written since it was looked. */
  write(message: NewMessage, nowMs: number): Promise<boolean>;
}

export interface ChatPorts {
  readonly chat: ChatRepository;
  readonly channels: { findById(id: string): Promise<Channel | null> };
  readonly rate: RateLimit;
  /** Tells those who have the page open. Never throws: the history has what they miss. */
  readonly announce: (channelId: string, message: ChatMessage) => Promise<void>;
  /** Makes an id that sorts by `atMs`. */
  readonly newId: (atMs: number) => string;
  readonly clock: () => number;
}

/** Messages that wait to be published, of each channel. */
export interface ChatBatches {
  /** Puts one to those that wait. */
  add(channelId: string, message: ChatMessage, nowMs: number): Promise<Waiting>;
  /** Takes all that wait: each is taken once. */
  take(channelId: string, nowMs: number): Promise<readonly ChatMessage[]>;
}

/** How it stands with those that wait, once one has come. Times in ms since 1970. */
export interface Waiting {
  /** Whether there was none before it. */
  readonly isFirst: boolean;
  /** Since when the first of them waits. */
  readonly oldestMs: number;
  /** When those before them were taken; 0: nobody knows. */
  readonly publishedMs: number;
}

export interface AnnouncePorts {
  readonly batches: ChatBatches;
  /** Brings events to all who listen to a topic, in their order. */
  readonly publish: (topic: string, events: readonly ChatBatch[]) => Promise<void>;
  readonly clock: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}
