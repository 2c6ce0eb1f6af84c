/** What a channel's player plays: specification §2 (Channel, player area) and §4 (Channel player). */
import { parseUrl } from '#web/lib/parse-url.ts';
import type { Channel, Ingest } from '#shared/channels/channels.ts';
import type { RewindSource } from '../engine/playback.types.ts';

export type NoPlayback = { readonly name: 'offline' } | { readonly name: 'embed'; readonly videoId: string };

export interface LiveSource {
  readonly name: 'live';
  readonly url: string;
  readonly ingest: Ingest | null;
  /** From a browser's camera, where each broadcast has its own URL; otherwise from an encoder. */
  readonly isCamera: boolean;
}

export type PlayerSource = NoPlayback | LiveSource;

/** `GET /browser-stream/{id}/live.m3u8` (specification §7). */
const CAMERA_ADDRESS = /^[^?#]*\/api\/browser-stream\/[^/]+\/live\.m3u8$/;
const BROADCAST = /^([^?#]*\/api\/browser-stream\/([0-9A-HJKMNP-TV-Z]{10})[^/]+)\/live\.m3u8$/;
const BASE_32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** What a channel says of the recording of what is live. */
export type RecordedChannel = Pick<Channel, 'recording_url' | 'recording_started_at' | 'is_unrecorded'>;

interface ChannelRewindSource extends RewindSource {
  readonly setChannel: (channel: RecordedChannel) => void;
}

/** The past of a broadcast from the camera by its playlist's URL; `null` of another. Its ULID begins with its time. */
export function rewindSource(url: string): ChannelRewindSource | null {
  const [, broadcastUrl, time = ''] = BROADCAST.exec(url) ?? [];
  if (broadcastUrl === undefined) return null;
  const airedMs = [...time].reduce((ms, digit) => ms * 32 + BASE_32.indexOf(digit), 0);
  let isKept = true;
  return {
    get url() {
      return isKept ? `${broadcastUrl}/rewind` : null;
    },
    airedMs,
    position: { ms: null },
    setChannel: ({ is_unrecorded }) => {
      isKept = !is_unrecorded;
    },
  };
}

/** IVS renews a playlist every half minute, and caches and players keep it for ten seconds each. */
const RECORDING_LAG_MS = 60_000;

/** The past of a stream through software. Its recording begins later than the stream, and another one may follow. */
export function recordingSource(): ChannelRewindSource {
  let recording: RecordedChannel = {};
  return {
    get url() {
      return (recording.recording_started_at && recording.recording_url) ?? null;
    },
    get airedMs() {
      return Date.parse(recording.recording_started_at ?? '');
    },
    recordingLagMs: RECORDING_LAG_MS,
    position: { ms: null },
    setChannel: (channel) => {
      recording = channel;
    },
  };
}

const YOUTUBE_HOST = /^(.+\.)?(youtube|youtube-nocookie)\.com$/;
const VIDEO_ID = /^[\w-]{11}$/;
const PATHS_WITH_ID = new Set(['embed', 'live', 'shorts', 'v']);

/** Chooses in the specification's order: live with a URL, then YouTube, then offline. */
export function playerSource(channel: Pick<Channel, 'is_live' | 'video_url' | 'ingest'>): PlayerSource {
  const { is_live, video_url, ingest } = channel;
  if (is_live && video_url)
    return { name: 'live', url: video_url, ingest, isCamera: CAMERA_ADDRESS.test(video_url) };
  const videoId = youtubeVideoId(video_url);
  return videoId ? { name: 'embed', videoId } : { name: 'offline' };
}

/** The id of a video in any of YouTube's URLs, or `null`. With the id alone no channel can embed another page. */
export function youtubeVideoId(address: string): string | null {
  if (!address.includes('youtube')) return null;
  const url = parseUrl(address);
  if (!url || !YOUTUBE_HOST.test(url.hostname)) return null;
  const [first = '', second = ''] = url.pathname.split('/').filter(Boolean);
  const id = first === 'watch' ? url.searchParams.get('v') : PATHS_WITH_ID.has(first) ? second : null;
  return id && VIDEO_ID.test(id) ? id : null;
}

/** The URL of the iframe, at YouTube's domain that sets no cookies before playback. */
export const embedUrl = (videoId: string): string => `https://www.youtube-nocookie.com/embed/${videoId}`;
