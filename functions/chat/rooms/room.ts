import type { ChatRoom, RoomMode } from '../../../shared/community/rooms.ts';

export interface Room extends Omit<ChatRoom, 'pinned'> {
  readonly pinnedId: string | undefined;
}

export interface RoomSanction {
  /** In ms since 1970; `null` for a ban. */
  readonly untilMs: number | null;
}

export interface Person {
  readonly id: string;
  readonly username: string;
}

export interface SanctionedPerson extends Person, RoomSanction {}

/** The facts that decide whether a person may write in a room. */
export interface ChatPermissions {
  readonly mode: RoomMode;
  readonly clearedId: string;
  readonly isModerator: boolean;
  readonly isFollower: boolean;
  readonly sanction: RoomSanction | null;
  readonly blockedWords: readonly string[];
}

export interface RoomActor {
  readonly channelId: string;
  readonly actorId: string;
}
