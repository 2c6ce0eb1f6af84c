import type { ChatMessage } from '#shared/community/chat.ts';
import type { Poll } from '#shared/community/polls.ts';
import { CATEGORIES } from '#shared/plain/category-list.ts';
import { MINUTE_MS } from '#shared/plain/time.ts';
import { categoryName } from '#web/lib/i18n/category-names.ts';
import { t } from '#web/lib/i18n/messages.ts';

type Sample = Pick<ChatMessage, 'username' | 'message' | 'badges'>;

const SAMPLES: readonly Sample[] = [
  { username: 'BreezyBea', message: t('overlays.sampleQuestion') },
  { username: 'GaleForce', message: t('overlays.sampleAnswer') },
  // Right to left, with an emoji and an emote.
  { username: 'هبة', message: 'ما أهدأها! 🌀 :fan:' },
  { username: 'BreezyBea', message: '!fan' },
  { username: 'FanBot', message: t('overlays.sampleBot'), badges: ['bot'] },
];

const EVERY_MS = 2000;
const KEPT = 60;

/** A chat in which a message is written every two seconds, as it is at a time in ms since 1970. Pure. */
export function sampleMessages(nowMs: number): readonly ChatMessage[] {
  const last = Math.floor(nowMs / EVERY_MS);
  return Array.from({ length: KEPT }, (_, index) => {
    const at = last - KEPT + 1 + index;
    const sample = SAMPLES[at % SAMPLES.length]!;
    return { ...sample, id: String(at), timestamp: new Date(at * EVERY_MS).toISOString() };
  });
}

const VOTES = [12, 31, 7];

/** A poll that always runs. Pure. */
export const samplePoll = (nowMs: number): Poll => ({
  id: '',
  username: 'GaleForce',
  question: t('overlays.samplePoll'),
  answers: CATEGORIES.slice(0, VOTES.length).map(({ name }, at) => ({
    text: categoryName(name),
    votes: VOTES[at] ?? 0,
  })),
  ends_at: new Date(nowMs + MINUTE_MS).toISOString(),
});
