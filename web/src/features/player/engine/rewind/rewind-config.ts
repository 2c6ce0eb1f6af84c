import type { HlsConfig } from 'hls.js';
import { LIVE_BITS_PER_SECOND, videoHlsConfig } from '../hls-config.ts';

/** The settings for the past of a live stream: a growing playlist that is played from any position. */
export const rewindHlsConfig = (): Partial<HlsConfig> => {
  const { capLevelToPlayerSize: _, startPosition: __, ...video } = videoHlsConfig(0);
  return {
    ...video,
    testBandwidth: false,
    liveSyncDuration: 10,
    // The playback neither hurries nor jumps to the end.
    liveMaxLatencyDuration: Number.POSITIVE_INFINITY,
    maxLiveSyncPlaybackRate: 1,
    abrEwmaDefaultEstimate: LIVE_BITS_PER_SECOND,
  };
};
