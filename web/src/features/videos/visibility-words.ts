import type { Video, Visibility } from '../../../../shared/videos/videos.ts';

export const VISIBILITY_OPTIONS: readonly { readonly value: Visibility; readonly text: string }[] = [
  { value: 'public', text: 'Public: everyone can find it' },
  { value: 'unlisted', text: 'Unlisted: people with the link' },
  { value: 'private', text: 'Private: only you' },
];

/** The label of a video that is not public. */
export function hiddenLabel({
  visibility,
  is_removed,
}: Pick<Video, 'visibility' | 'is_removed'>): string | null {
  if (is_removed) return 'Removed';
  return visibility === 'public' ? null : visibility === 'unlisted' ? 'Unlisted' : 'Private';
}

/** The progress of processing; at 0 % it is queued. */
export const processingText = (percent: number): string =>
  percent === 0 ? 'Waiting' : `Processing ${percent} %`;
