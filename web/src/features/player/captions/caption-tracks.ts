import { useEffect, useState } from 'react';
import type { Captions } from '#shared/videos/videos.ts';
import { endAll, listen } from '#web/lib/listen.ts';

interface Tracks {
  /** Those at the present position, in order. */
  readonly cues: readonly VTTCue[];
  readonly hasFailed: boolean;
}

const NONE: Tracks = { cues: [], hasFailed: false };

/**
 * Adds a `<track>` for each language to the video. The browser loads the chosen one. We draw the cues, because browsers
 * draw them under our controls; a phone's own full screen draws them itself.
 */
export function useCaptionTracks(
  video: HTMLVideoElement,
  captions: readonly Captions[],
  chosen: string | null,
): Tracks {
  const [tracks, setTracks] = useState(NONE);
  useEffect(() => {
    const elements = captions.map(trackElement);
    video.append(...elements);
    const remove = () => elements.forEach((element) => element.remove());
    const element = elements.find(({ srclang }) => srclang === chosen);
    if (!element) return remove;
    const { track } = element;
    const read = () =>
      setTracks({ cues: [...(track.activeCues ?? [])] as VTTCue[], hasFailed: element.readyState === 3 });
    const setMode = (mode: TextTrackMode) => {
      track.mode = mode;
    };
    setMode('hidden');
    return endAll([
      listen(track, 'cuechange', read),
      listen(element, 'load', read),
      listen(element, 'error', read),
      listen(video, 'webkitbeginfullscreen', () => setMode('showing')),
      listen(video, 'webkitendfullscreen', () => setMode('hidden')),
      remove,
      () => setTracks(NONE),
    ]);
  }, [video, captions, chosen]);
  return tracks;
}

function trackElement({ language, label, url }: Captions): HTMLTrackElement {
  const track = document.createElement('track');
  return Object.assign(track, { kind: 'captions', srclang: language, label, src: url });
}
