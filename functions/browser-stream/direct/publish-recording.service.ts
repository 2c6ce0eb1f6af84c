import type { EndDeps } from '../deps.ts';
import { REPLAY_MIN_MS } from '#shared/limits.ts';
import type { Broadcast, ReplayFacts, Segment } from '../broadcast.ts';
import { replayCaptions } from '../replay-captions.ts';
import { publishReplayVideo } from '../replay-videos.ts';
import { directVariants, recordedPlaylist, type Rendition } from './direct-playlist.ts';
import { CURVE_NAME } from './store-curve.service.ts';
import { isBreak, type ListedSegment } from './segment-list.ts';
import { JOIN_TOLERANCE_MS, lengthMs } from './segment-order.ts';

const PLAYLIST = 'application/vnd.apple.mpegurl';
/** Caches keep the playlist no longer, because the transcoded renditions replace it. */
const REPLACEABLE_S = 10;

type Deps = Pick<EndDeps, 'broadcasts' | 'published' | 'videos'>;

/** The name of its playlist; contains the number of segments, because published files never change. */
export const recordingName = (segments: number): string => `replay-${segments}`;

/** Publishes an ended direct broadcast as a video, unless it is too short. Idempotent and safe concurrently. */
export async function publishRecording(deps: Deps, broadcast: Broadcast): Promise<ReplayFacts> {
  const rows = await deps.broadcasts.listSegments(broadcast.id);
  const segments = recordedSegments(rows);
  const isLong = lengthMs(segments) >= REPLAY_MIN_MS;
  const videoId = isLong ? await publish(deps, broadcast, segments, recordingName(rows.length)) : undefined;
  const replay: ReplayFacts = {
    durationS: lengthMs(segments) / 1000,
    chunks: broadcast.storedChunks ?? 0,
    segments: rows.length,
    ...(videoId !== undefined && { videoId }),
  };
  await deps.broadcasts.finish(broadcast, replay, videoId !== undefined);
  return replay;
}

/** `undefined` where the channel was deleted, or its owner deleted the video. */
async function publish(
  { broadcasts, published, videos }: Deps,
  broadcast: Broadcast,
  segments: readonly ListedSegment[],
  name: string,
): Promise<string | undefined> {
  const { main, renditions } = recordingFiles(segments, name, broadcast.startedAtMs);
  const [names, [curve]] = await Promise.all([
    published.list(broadcast, 'picture-'),
    published.list(broadcast, CURVE_NAME),
    ...renditions.map(({ name: file, playlist: body }) =>
      published.publish(broadcast, { name: file, body, contentType: PLAYLIST }),
    ),
  ]);
  await published.publishOnce(broadcast, {
    name: main.name,
    body: main.playlist,
    contentType: PLAYLIST,
    maxAgeS: REPLACEABLE_S,
  });
  const captions = await replayCaptions({ broadcasts, published }, broadcast, segments);
  return publishReplayVideo(videos, broadcast, {
    playlist: main.name,
    durationS: lengthMs(segments) / 1000,
    poster: posterOf(names),
    curve,
    captions,
    segments,
  });
}

/** All segments in order, including those that were too late for live viewers. */
export function recordedSegments(rows: readonly Segment[]): ListedSegment[] {
  const segments: ListedSegment[] = [];
  for (const row of rows) {
    const last = segments.at(-1);
    if (last && row.startMs < last.endMs - JOIN_TOLERANCE_MS) continue;
    segments.push({ ...row, isBreak: last !== undefined && isBreak(last, row) });
  }
  return segments;
}

interface RecordingFile {
  readonly name: string;
  readonly playlist: string;
}

/** The multivariant playlist, called `name`, and one playlist per rendition. Requires at least one segment. */
export function recordingFiles(
  segments: readonly ListedSegment[],
  name: string,
  startedAtMs: number,
): { readonly main: RecordingFile; readonly renditions: readonly RecordingFile[] } {
  const hasSmall = segments.some(({ small }) => small);
  const renditions: readonly Rendition[] = hasSmall ? ['main', 'small', 'sound'] : ['main', 'sound'];
  const nameOf = (rendition: Rendition): string => `${name}-${rendition}.m3u8`;
  const playlist = directVariants(segments, { addressOf: nameOf }) ?? '';
  return {
    main: { name: `${name}.m3u8`, playlist },
    renditions: renditions.map((rendition) => ({
      name: nameOf(rendition),
      playlist: recordedPlaylist(segments, { rendition, startedAtMs }),
    })),
  };
}

/** The poster shows a moment after the start, if there is a picture of it. */
const POSTER_FROM_S = 5;

/** Chooses one of the pictures from the live broadcast (`picture-<seconds>.jpg`). */
function posterOf(names: readonly string[]): string | undefined {
  const pictures = names.filter((name) => /^picture-\d{6}\.jpg$/.test(name)).toSorted();
  return pictures.find((name) => Number(name.slice(8, 14)) >= POSTER_FROM_S) ?? pictures.at(-1);
}
