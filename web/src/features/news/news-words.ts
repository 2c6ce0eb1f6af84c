import type { NewsKind, PieceOfNews, PlanChangeKind } from '../../../../shared/people/news.ts';
import { paths } from '../../lib/paths.ts';

export function headline({ kind, channel: { display_name: name }, by, change }: PieceOfNews): string {
  switch (kind) {
    case 'live':
      return `${name} went live`;
    case 'video':
      return `${name} published a video`;
    case 'replay':
      return `${name}: the replay is there`;
    case 'mention':
      return `${by} mentioned you in ${name}’s chat`;
    case 'reminder':
      return change ? CHANGES[change](name) : `${name} is about to begin`;
  }
}

const CHANGES: Readonly<Record<PlanChangeKind, (name: string) => string>> = {
  moved: (name) => `${name} moved a broadcast`,
  cancelled: (name) => `${name} cancelled a broadcast`,
  restored: (name) => `${name}: a broadcast takes place after all`,
};

export const newsPath = ({ channel: { username }, video_id }: PieceOfNews): string =>
  video_id === null ? paths.channel(username) : paths.video(username, video_id);

export const KIND_WORDS: readonly (readonly [kind: NewsKind, words: string])[] = [
  ['live', 'A channel goes live'],
  ['video', 'A new video'],
  ['replay', 'A replay is there'],
  ['mention', 'Somebody mentions you in a chat'],
  ['reminder', 'A reminder of a broadcast, or a change to it'],
];

/** The end of the sentence “no more mail when”. */
export const ENDED_WORDS: Readonly<Record<NewsKind, string>> = {
  live: 'a channel goes live',
  video: 'a channel publishes a video',
  replay: 'a replay is there',
  mention: 'somebody mentions you in a chat',
  reminder: 'a broadcast that you asked to be reminded of begins or changes',
};
