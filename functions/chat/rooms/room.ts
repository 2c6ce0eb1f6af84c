import type { ChatRoom, RoomMode } from '#shared/community/rooms.ts';

export interface Room extends Omit<ChatRoom, 'pinned' | 'poll'> {
  readonly pinnedId: string | undefined;
  /** Messages up to this id were cleared. */
  readonly clearedId: string;
}

export interface RoomSanction {
  /** In ms since 1970; `null` for a ban. */
  readonly untilMs: number | null;
}

export interface SanctionAppeal {
  readonly words: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/** A sanction as its person and the moderators read it. */
export interface SanctionTerms extends RoomSanction {
  /** May be empty. */
  readonly reason: string;
  readonly appeal: SanctionAppeal | null;
}

export interface Person {
  readonly id: string;
  readonly username: string;
}

export interface SanctionedPerson extends Person, SanctionTerms {}

/** The facts that decide whether a person may write in a room. */
export interface ChatPermissions {
  readonly mode: RoomMode;
  readonly clearedId: string;
  readonly isModerator: boolean;
  readonly isFollower: boolean;
  readonly sanction: SanctionTerms | null;
  /** By the streamer, which is a ban that cannot be appealed. */
  readonly isBlocked: boolean;
  readonly blockedWords: readonly string[];
}

/** The streamer or a moderator, in one act. */
export interface RoomActor {
  readonly channelId: string;
  readonly actorId: string;
  /** Id of its entry in the log. */
  readonly actId: string;
  /** In ms since 1970. */
  readonly atMs: number;
}
