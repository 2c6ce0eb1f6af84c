/** The origin settings of an IVS playback restriction policy. */
export interface PlaybackPolicy {
  readonly allowedOrigins: readonly string[];
  readonly isStrict: boolean;
}

/**
 * Returns whether IVS delivers a file to a request with this `Origin`. By default only playlists are restricted, and a
 * request without an origin is allowed. With strict enforcement all files are restricted, and every request needs an
 * allowed origin. Source: IVS User Guide, "Prevent Undesired Content and Viewers", the note on strict origin
 * enforcement.
 */
export function isPlaybackAllowed(policy: PlaybackPolicy, file: string, origin: string | undefined): boolean {
  const { allowedOrigins, isStrict } = policy;
  if (!isStrict && (origin === undefined || !file.endsWith('.m3u8'))) return true;
  return origin !== undefined && (allowedOrigins.length === 0 || allowedOrigins.includes(origin));
}
