import type { Captions as OneLanguage } from '#shared/videos/videos.ts';
import { useCaptionSettings } from './caption-settings.ts';
import { useCaptionTracks } from './caption-tracks.ts';
import { type CaptionsPlace, CaptionsView } from './captions-view.tsx';

interface CaptionsProps extends CaptionsPlace {
  readonly video: HTMLVideoElement;
  /** A stable array, not empty. */
  readonly captions: readonly OneLanguage[];
}

/** The captions of a video over its picture, and their menu in the control bar. */
export function Captions({ video, captions, ...place }: CaptionsProps) {
  const settings = useCaptionSettings(captions);
  const tracks = useCaptionTracks(video, captions, settings.chosen?.language ?? null);
  return <CaptionsView {...place} {...tracks} captions={captions} settings={settings} />;
}
