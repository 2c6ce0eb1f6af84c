/** A playback restriction policy of IVS, as far as it is of origins. */
export interface PlaybackPolicy {
  readonly allowedOrigins: readonly string[];
  readonly isStrict: boolean;
}

/**
 * Whether IVS delivers a file to a request with this `Origin`. The restriction is of playlists, and a request without an
 * origin passes; a strict one is of all files, and every request has to have an allowed origin.
 * Source: IVS User Guide, "Prevent Undesired Content and Viewers", the note on strict origin enforcement.
 */
export function mayPlay(policy: PlaybackPolicy, file: string, origin: string | undefined): boolean {
  const { allowedOrigins, isStrict } = policy;
  if (!isStrict && (origin === undefined || !file.endsWith('.m3u8'))) return true;
  return origin !== undefined && (allowedOrigins.length === 0 || allowedOrigins.includes(origin));
}
