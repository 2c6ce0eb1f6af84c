import { useEffect, useState } from 'react';
import { parseStoryboard, type StoryboardPicture } from '#web/lib/media/storyboard.ts';
import { fetchVtt } from '#web/lib/media/web-vtt.ts';
import { mayMove } from '#web/lib/pictures/may-move.ts';
import { MovingPictures } from '#web/ui/pictures/moving-pictures.tsx';

const NONE: readonly string[] = [];

/** The pictures of a video's storyboard, one after the other. */
export function VideoPreview({ storyboardUrl }: { readonly storyboardUrl: string }) {
  const [urls, setUrls] = useState(NONE);
  useEffect(() => {
    if (!mayMove()) return;
    return fetchVtt(storyboardUrl, (text, baseUrl) => setUrls(previewUrls(parseStoryboard(text, baseUrl))));
  }, [storyboardUrl]);
  return <MovingPictures urls={urls} className="bg-black object-contain" />;
}

const MAX_PICTURES = 8;

/** Some pictures from the whole video. Parts of larger pictures are left out: our storyboards have none, and name the whole. */
export function previewUrls(pictures: readonly StoryboardPicture[]): readonly string[] {
  const whole = pictures.filter(({ part }) => !part || part.x + part.y === 0);
  const count = Math.min(MAX_PICTURES, whole.length);
  return Array.from({ length: count }, (_, at) => whole[Math.floor((at * whole.length) / count)]!.url);
}
