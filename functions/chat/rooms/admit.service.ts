import type { ChatRefusal } from '../../../shared/base/errors.ts';
import { DomainError } from '../../base/errors.ts';
import type { RoomsRepository, Silence, Standing } from './ports.ts';
import { hasLink } from './text/links.ts';

/** Of a message that somebody wants to write: why not, or what else there is to know. */
export interface Admission {
  readonly refusal: DomainError | null;
  readonly isModerator: boolean;
  /** For how long they have to wait after their last message here, in ms. */
  readonly pauseMs: number;
  /** All messages are gone whose id is not after this one. */
  readonly clearedId: string;
}

export interface AdmitPorts {
  readonly rooms: Pick<RoomsRepository, 'standing'>;
  /** Whether a text has one of these words, however it is written. */
  readonly holdsBack: (text: string, words: readonly string[]) => Promise<boolean>;
  readonly clock: () => number;
}

/** Decides whether somebody may say this in a chat. Of streamer and moderators nothing is asked. */
export async function admit(
  { rooms, holdsBack, clock }: AdmitPorts,
  channelId: string,
  authorId: string,
  text: string,
): Promise<Admission> {
  const nowMs = clock();
  const standing = await rooms.standing(channelId, authorId, nowMs);
  const { isModerator, clearedId, mode, words } = standing;
  if (authorId === channelId || isModerator) return { refusal: null, isModerator, pauseMs: 0, clearedId };
  const refusal =
    refusalOf(standing, text, nowMs) ??
    (words.length > 0 && (await holdsBack(text, words))
      ? refused('words', 'This chat holds back a word of your message.')
      : null);
  return { refusal, isModerator, pauseMs: mode.slow_mode_s * 1000, clearedId };
}

function refusalOf({ silence, mode, isFollower }: Standing, text: string, nowMs: number): DomainError | null {
  if (silence) return silenced(silence, nowMs);
  if (mode.followers_only && !isFollower)
    return refused('followers_only', 'Only followers can write here. Follow the channel to join in.');
  return !mode.links_allowed && hasLink(text)
    ? refused('links', 'Links are switched off in this chat.')
    : null;
}

function silenced({ untilMs }: Silence, nowMs: number): DomainError {
  if (untilMs === null) return refused('banned', 'You are banned from this chat.');
  const retryAfterS = Math.ceil((untilMs - nowMs) / 1000);
  return refused('timed_out', `You cannot write here for another ${duration(retryAfterS)}.`, retryAfterS);
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** "2 days", "1 minute": rounded up in the largest unit that it fills. */
export function duration(wholeS: number): string {
  const [unit, lengthS] = UNITS.find(([, s]) => wholeS > s) ?? UNITS[2];
  const count = Math.ceil(wholeS / lengthS);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const refused = (reason: ChatRefusal, detail: string, retryAfterS?: number): DomainError =>
  new DomainError('chat_refused', detail, { reason, ...(retryAfterS !== undefined && { retryAfterS }) });
