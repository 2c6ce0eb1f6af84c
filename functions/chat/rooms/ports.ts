import type { ChannelEvent } from '../../../shared/live/channel-events.ts';
import type { ChatMessage } from '../../../shared/community/chat.ts';
import type { ChatRoom, RoomMode } from '../../../shared/community/rooms.ts';
import type { Channel } from '../../../shared/channels/streamers.ts';

/** How a room is led; of what is pinned it has the id alone. */
export interface Room extends Omit<ChatRoom, 'pinned'> {
  readonly pinnedId: string | undefined;
}

/** That somebody may not write. */
export interface Silence {
  /** `null`: until it is taken back. */
  readonly untilMs: number | null;
}

/** What decides whether somebody may write. */
export interface Standing {
  readonly mode: RoomMode;
  /** All messages are gone whose id is not after this one. */
  readonly clearedId: string;
  readonly isModerator: boolean;
  readonly isFollower: boolean;
  readonly silence: Silence | null;
  readonly words: readonly string[];
}

export interface Person {
  readonly id: string;
  readonly username: string;
}

/** Who acts in which room. A write by a moderator happens only while they are one. */
export interface Acting {
  readonly channelId: string;
  readonly actorId: string;
}

export interface SilencedPerson extends Person, Silence {}

/** Each write is whole or has not happened; `false` where the actor is no moderator any more. */
export interface RoomsRepository {
  /** One that nobody has changed is as all are at first. It may be a moment old. */
  find(channelId: string): Promise<Room>;
  /** The same as it is now. */
  findCurrent(channelId: string): Promise<Room>;
  standing(channelId: string, personId: string, nowMs: number): Promise<Standing>;
  isModerator(channelId: string, personId: string): Promise<boolean>;
  words(channelId: string): Promise<readonly string[]>;
  /** Those that go on, at most a hundred, by the ids of the silenced. */
  silenced(
    channelId: string,
    after: string | undefined,
    nowMs: number,
  ): Promise<{ readonly people: readonly SilencedPerson[]; readonly next: string | null }>;

  setMode(acting: Acting, mode: RoomMode): Promise<boolean>;
  setWords(acting: Acting, words: readonly string[]): Promise<boolean>;
  /** `null` pins nothing. */
  pin(acting: Acting, messageId: string | null): Promise<boolean>;
  clear(acting: Acting, clearedId: string): Promise<boolean>;
  addModerator(channelId: string, person: Person): Promise<void>;
  removeModerator(channelId: string, personId: string): Promise<void>;
  /** By a moderator: `false` too where the person is one by now. By the streamer it takes the role away. */
  silence(acting: Acting, person: Person, silence: Silence): Promise<boolean>;
  unsilence(acting: Acting, personId: string): Promise<boolean>;
  removeMessage(acting: Acting, message: WrittenMessage): Promise<boolean>;
}

/** A message, and who has written it. */
export interface WrittenMessage {
  readonly id: string;
  readonly authorId: string;
}

export interface RoomsPorts {
  readonly rooms: RoomsRepository;
  readonly messages: {
    /** As the wire has it. */
    find(channelId: string, id: string): Promise<ChatMessage | null>;
    authorOf(channelId: string, id: string): Promise<string | null>;
    /** When somebody wrote last in a chat, in ms since 1970; 0: nobody knows. */
    lastWrittenMs(personId: string, channelId: string): Promise<number>;
  };
  readonly channels: {
    findById(id: string): Promise<Channel | null>;
    findByUsername(username: string): Promise<Channel | null>;
  };
  /** Tells those who have the channel open. Never throws. */
  readonly announce: (channelId: string, event: ChannelEvent) => Promise<void>;
  /** The last id that sorts by `atMs`. */
  readonly lastIdAt: (atMs: number) => string;
  readonly clock: () => number;
}
