/** Plays the sound of a video through hls.js. Loaded on demand. */
import { Events } from 'hls.js/light';
import { attach, reportSound } from './hls/hls-playback.ts';
import { videoHlsConfig } from './hls-config.ts';
import type { Reports, SoundPlayback } from './playback.types.ts';

/** Plays the audio-only rendition if there is one, else the smallest picture. Otherwise like `attachVideo`. */
export function attachSound({ element, url, startS }: SoundPlayback, reports: Reports): () => void {
  const config = { ...videoHlsConfig(startS), capLevelToPlayerSize: false, autoStartLoad: false };
  return attach(config, { video: element, url }, reports, (hls) => {
    let sound: string | null = null;
    reportSound(hls, { ...reports, onSound: (url) => (sound = url) });
    hls.on(Events.MANIFEST_PARSED, () => {
      if (sound !== null && hls.url !== sound) return hls.loadSource(sound);
      // Levels go from the least to the best.
      hls.autoLevelCapping = 0;
      hls.startLoad(startS);
    });
    return [];
  });
}
