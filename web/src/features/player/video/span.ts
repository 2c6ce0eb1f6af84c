/** Plays a part of a recording as if it were the whole. Times in seconds. */
import { useEffect, useMemo } from 'react';
import { endAll, listen } from '#web/lib/listen.ts';
import type { Media, MediaState } from '../commands/media.ts';

export interface Span {
  readonly startS: number;
  readonly endS: number;
}

/** Presents the media state and the seek requests relative to the span. */
function spanOf(media: Media, { startS, endS }: Span): Media {
  let known: MediaState | null = null;
  let spanState: MediaState = {};
  const within = (atS: number) => Math.min(Math.max(0, atS - startS), endS - startS);
  return {
    subscribe: media.subscribe,
    state: () => {
      const state = media.state();
      if (state === known) return spanState;
      known = state;
      const { mediaCurrentTime, mediaDuration, mediaBuffered } = state;
      spanState = {
        ...state,
        ...(mediaCurrentTime !== undefined && { mediaCurrentTime: within(mediaCurrentTime) }),
        ...(mediaDuration && { mediaDuration: endS - startS }),
        ...(mediaBuffered && {
          mediaBuffered: mediaBuffered.map(([from, to]) => [within(from), within(to)]),
        }),
      };
      return spanState;
    },
    request: (type, detail) =>
      media.request(type, type === 'mediaseekrequest' ? Math.min((detail ?? 0) + startS, endS) : detail),
  };
}

/** Tolerance: playback that stops this close to the end counts as ended. */
const NEARLY_S = 0.05;

/** Stops at the end of a span, and restarts when playback continues from there. */
export function useSpan(
  video: HTMLVideoElement | null,
  span: Span | undefined,
): ((media: Media) => Media) | undefined {
  useEffect(() => {
    if (!video || !span) return;
    const { startS, endS } = span;
    const stop = () => {
      if (video.currentTime < endS) return;
      video.pause();
      video.currentTime = endS - NEARLY_S / 2;
    };
    // Checks every frame, because `timeupdate` fires only about four times a second.
    let frame = 0;
    const check = () => {
      stop();
      frame = video.paused ? 0 : requestAnimationFrame(check);
    };
    const begin = () => {
      if (video.currentTime >= endS - NEARLY_S || video.currentTime < startS - NEARLY_S)
        video.currentTime = startS;
      if (frame === 0) check();
    };
    return endAll([
      listen(video, 'playing', begin),
      listen(video, 'play', begin),
      listen(video, 'timeupdate', stop),
      () => cancelAnimationFrame(frame),
    ]);
  }, [video, span]);
  return useMemo(() => span && ((media: Media) => spanOf(media, span)), [span]);
}
