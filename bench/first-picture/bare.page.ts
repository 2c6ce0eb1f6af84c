/** A minimal HLS player: hls.js with Fanfare's settings, for the playlist in the query. */
import { Hls } from 'hls.js/light';
import { liveHlsConfig, videoHlsConfig } from '#web/features/player/engine/hls-config.ts';

const query = new URLSearchParams(location.search);
for (const url of query.getAll('of')) {
  const video = document.createElement('video');
  Object.assign(video, { muted: true, autoplay: true, playsInline: true });
  document.body.append(video);
  const hls = new Hls(query.get('live') ? liveHlsConfig({ segmentS: 1 }) : videoHlsConfig(0));
  hls.loadSource(url);
  hls.attachMedia(video);
}
