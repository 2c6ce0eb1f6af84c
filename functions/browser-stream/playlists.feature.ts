import { ifOpen } from '#functions/composition/open-broadcasts.ts';
import type { FeatureContext } from '#functions/http/context.ts';
import { captionReadsApp } from './captions/live-captions.routes.ts';
import { livePlaylistApp, renditionPlaylistApp } from './playlist/live-playlist.routes.ts';
import { rewindApp } from './rewind/rewind.routes.ts';
import { windowReads } from './rewind/window-reads.repository.ts';
import { broadcastReads } from './table/broadcast-reads.repository.ts';
import { liveCaptionReads } from './table/live-captions.repository.ts';
import { withSegmentCache } from './table/segment-cache.ts';
import { segmentFinder, segmentReads } from './table/segments.repository.ts';

/** What players poll; served apart from all else. */
export function feature({ table, clock }: FeatureContext) {
  const reads = { ...table, isConsistent: false };
  const all = broadcastReads(reads);
  const find = async (id: string) => ifOpen(table, await all.find(id));
  const broadcasts = { ...all, ...segmentReads(reads), find };
  return [
    livePlaylistApp({ broadcasts, clock }),
    renditionPlaylistApp({ broadcasts: withSegmentCache(broadcasts, segmentFinder(reads)), clock }),
    captionReadsApp({ broadcasts, captions: liveCaptionReads(reads), clock }),
    rewindApp({ broadcasts: { ...broadcasts, ...windowReads(reads) }, clock }),
  ];
}
