import { openTable } from './aws/table/table.ts';
import { readEnvironment } from './environment.ts';
import { publicHandler } from './http/lambda.ts';
import { rateCounterOf } from './limits/limits.adapters.ts';

const environment = readEnvironment('playlists');
const table = openTable(environment.TABLE_NAME);
const reads = { ...table, isConsistent: false };

/** Each feature loads its own dependencies, because a first request concerns one feature. */
export const handler = publicHandler<'playlists'>(
  environment,
  {
    'GET /browser-stream/{stream_id}/live.m3u8': async () => {
      const [{ livePlaylistApp }, { broadcasts }] = await Promise.all([livePlaylistRoutes(), cameraReads()]);
      return livePlaylistApp({ broadcasts, clock: Date.now });
    },
    'GET /browser-stream/{stream_id}/live/{playlist}': async () => {
      const [{ renditionPlaylistApp }, { remembered }] = await Promise.all([
        livePlaylistRoutes(),
        cameraReads(),
      ]);
      return renditionPlaylistApp({ broadcasts: remembered, clock: Date.now });
    },
    'GET /browser-stream/{stream_id}/live/captions/{slot}': captions,
    'GET /browser-stream/{stream_id}/live/subtitles/{file}': captions,
    'GET /browser-stream/{stream_id}/rewind': rewind,
    'GET /browser-stream/{stream_id}/rewind/{page}/{playlist}': rewind,
  },
  rateCounterOf(table, environment),
);

const livePlaylistRoutes = () => import('./browser-stream/playlist/live-playlist.routes.ts');

async function rewind() {
  const [{ rewindApp }, { windowReads }, { broadcasts }] = await Promise.all([
    import('./browser-stream/rewind/rewind.routes.ts'),
    import('./browser-stream/rewind/window-reads.repository.ts'),
    cameraReads(),
  ]);
  return rewindApp({ broadcasts: { ...broadcasts, ...windowReads(reads) }, clock: Date.now });
}

async function captions() {
  const [{ captionReadsApp }, { liveCaptionReads }, { broadcasts }] = await Promise.all([
    import('./browser-stream/captions/live-captions.routes.ts'),
    import('./browser-stream/table/live-captions.repository.ts'),
    cameraReads(),
  ]);
  return captionReadsApp({ broadcasts, captions: liveCaptionReads(reads), clock: Date.now });
}

async function cameraReads() {
  const [{ broadcastReads }, { withSegmentCache }, { segmentFinder, segmentReads }, { ifOpen }] =
    await Promise.all([
      import('./browser-stream/table/broadcast-reads.repository.ts'),
      import('./browser-stream/table/segment-cache.ts'),
      import('./browser-stream/table/segments.repository.ts'),
      import('./composition/open-broadcasts.ts'),
    ]);
  const all = broadcastReads(reads);
  const find = async (id: string) => ifOpen(table, await all.find(id));
  const broadcasts = { ...all, ...segmentReads(reads), find };
  return { broadcasts, remembered: withSegmentCache(broadcasts, segmentFinder(reads)) };
}
