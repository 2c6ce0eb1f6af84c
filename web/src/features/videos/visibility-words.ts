import type { Visibility } from '../../../../shared/videos.ts';

/** What a person chooses from. */
export const VISIBILITY_OPTIONS: readonly { readonly value: Visibility; readonly text: string }[] = [
  { value: 'public', text: 'Public: everyone can find and watch it' },
  { value: 'unlisted', text: 'Unlisted: only people with the link can watch it' },
  { value: 'private', text: 'Private: only you can see it' },
];

/** What stands on a video that not everyone finds; nothing on the others. */
export const visibilityLabel = (visibility: Visibility): string | null =>
  visibility === 'public' ? null : visibility === 'unlisted' ? 'Unlisted' : 'Private';
