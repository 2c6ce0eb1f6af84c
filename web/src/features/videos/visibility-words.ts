import type { Video, Visibility } from '../../../../shared/videos/videos.ts';

/** What a person chooses from. */
export const VISIBILITY_OPTIONS: readonly { readonly value: Visibility; readonly text: string }[] = [
  { value: 'public', text: 'Public: everyone can find it' },
  { value: 'unlisted', text: 'Unlisted: people with the link' },
  { value: 'private', text: 'Private: only you' },
];

/** What stands on a video that not everyone finds; nothing on the others. */
export function hiddenLabel({
  visibility,
  is_removed,
}: Pick<Video, 'visibility' | 'is_removed'>): string | null {
  if (is_removed) return 'Removed';
  return visibility === 'public' ? null : visibility === 'unlisted' ? 'Unlisted' : 'Private';
}

/** How far the processing of a video has got; at 0 % it waits for other videos. */
export const processingText = (percent: number): string =>
  percent === 0 ? 'Waiting' : `Processing ${percent} %`;
