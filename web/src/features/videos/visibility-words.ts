import type { Visibility } from '../../../../shared/videos.ts';

/** What a person chooses from. */
export const VISIBILITY_OPTIONS: readonly { readonly value: Visibility; readonly text: string }[] = [
  { value: 'public', text: 'Public: everyone can find it' },
  { value: 'unlisted', text: 'Unlisted: people with the link' },
  { value: 'private', text: 'Private: only you' },
];

/** What stands on a video that not everyone finds; nothing on the others. */
export const visibilityLabel = (visibility: Visibility): string | null =>
  visibility === 'public' ? null : visibility === 'unlisted' ? 'Unlisted' : 'Private';
