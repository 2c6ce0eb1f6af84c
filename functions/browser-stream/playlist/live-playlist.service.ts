import { notFound } from '../../base/errors.ts';
import { broadcastFilesPrefix, type BroadcastKey, type Checkpoint } from '../broadcast.ts';
import { playlistOf, type EarlierSegments, type PlaylistSegment } from '../media/playlist.ts';
import { directVariants } from './direct-playlist.service.ts';
import { type PlaylistDeps, requireWatchable, windowsOf } from './watchable.ts';

/** The playlist for those who watch a broadcast. Throws `not_found` before its first segment and long after its end. */
export async function livePlaylist(deps: PlaylistDeps, streamId: string): Promise<string> {
  const broadcast = requireWatchable(await deps.broadcasts.find(streamId), deps.clock());
  if (broadcast.way === 'direct') return directVariants(deps, broadcast);
  const { windows, isEnded } = await windowsOf(deps, broadcast);
  const address = addressed(broadcast);
  const playlist = playlistOf(
    windows.map((window) => ({ ...window, segments: window.segments.map(address) })),
    {
      kind: 'live',
      targetDurationS: broadcast.targetDurationS,
      startedAt: new Date(broadcast.startedAtMs),
      isEnded,
      ...(broadcast.checkpoint && { before: earlier(broadcast.checkpoint, address) }),
    },
  );
  if (playlist === undefined) throw notFound('Broadcast');
  return playlist;
}

const earlier = (
  { last, ...numbers }: Checkpoint,
  address: (segment: PlaylistSegment) => PlaylistSegment,
): EarlierSegments => ({ ...numbers, ...(last && { last: address(last) }) });

/** Names of files become addresses on the site. */
const addressed =
  (broadcast: BroadcastKey) =>
  ({ uri, initUri, ...times }: PlaylistSegment): PlaylistSegment => {
    const folder = `/${broadcastFilesPrefix(broadcast)}`;
    return { ...times, uri: `${folder}${uri}`, initUri: `${folder}${initUri}` };
  };
