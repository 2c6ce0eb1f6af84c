import { DomainError } from '#functions/base/errors.ts';
import { hasLink } from './words/links.ts';
import type { ChatPermissions, RoomSanction } from './room.ts';
import type { RoomReads } from './rooms.repository.ts';

export interface Admission {
  readonly refusal: DomainError | null;
  readonly isModerator: boolean;
  /** Least time between two of the author's messages. */
  readonly slowModeMs: number;
  /** Messages up to this id were cleared. */
  readonly clearedId: string;
}

interface Deps {
  readonly rooms: Pick<RoomReads, 'permissionsOf'>;
  readonly clock: () => number;
}

interface Draft {
  readonly channelId: string;
  readonly authorId: string;
  /** `null` for a vote. */
  readonly text: string | null;
  /** @default as the chat's mode */
  readonly followersOnly?: boolean;
}

/** The streamer and moderators are exempt from the rules. */
export async function checkAdmission(
  { rooms, clock }: Deps,
  { channelId, authorId, text, followersOnly }: Draft,
): Promise<Admission> {
  const nowMs = clock();
  const permissions = await rooms.permissionsOf(channelId, authorId, nowMs, text === null ? 'vote' : 'text');
  const { isModerator, clearedId, mode, blockedWords } = permissions;
  if (authorId === channelId || isModerator) return { refusal: null, isModerator, slowModeMs: 0, clearedId };
  const refusal =
    refusalOf(withFollowers(permissions, followersOnly), text ?? '', nowMs) ??
    ((await hasBlockedWord(text ?? '', blockedWords)) ? refused('words') : null);
  return { refusal, isModerator, slowModeMs: mode.slow_mode_s * 1000, clearedId };
}

const withFollowers = (permissions: ChatPermissions, followers_only = permissions.mode.followers_only) => ({
  ...permissions,
  mode: { ...permissions.mode, followers_only },
});

/** Loads the Unicode tables only for rooms with blocked words. */
export async function hasBlockedWord(text: string, words: readonly string[]): Promise<boolean> {
  if (words.length === 0 || text === '') return false;
  const { containsBlockedWord } = await import('./words/blocked-words.ts');
  return containsBlockedWord(text, words);
}

function refusalOf({ sanction, mode, isFollower }: ChatPermissions, text: string, nowMs: number) {
  if (sanction) return sanctioned(sanction, nowMs);
  if (mode.followers_only && !isFollower) return refused('followers_only');
  return !mode.links_allowed && hasLink(text) ? refused('links') : null;
}

function sanctioned({ untilMs }: RoomSanction, nowMs: number): DomainError {
  if (untilMs === null) return refused('banned');
  return new DomainError('chat_refused', 'timed_out', { wait_s: Math.ceil((untilMs - nowMs) / 1000) });
}

const refused = (reason: 'words' | 'followers_only' | 'links' | 'banned'): DomainError =>
  new DomainError('chat_refused', reason);
