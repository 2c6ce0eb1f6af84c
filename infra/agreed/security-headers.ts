/**
 * The headers that protect the site's visitors. CloudFront and the local site send the same, from here; only the
 * hosts that the page may talk to differ.
 */
import { EMBED_ROOT } from '#shared/plain/embed/embed-root.ts';

/** Hosts beside the site itself, as Content Security Policy writes them: `https://*.example.com`. */
export interface ContentSources {
  /** What scripts may fetch: playlists, segments, uploads, sockets. */
  readonly connect?: readonly string[];
  /** What `<video>` may play without a script, as Safari plays HLS. */
  readonly media?: readonly string[];
  readonly image?: readonly string[];
}

/** Whether other sites may frame a page. Only the embedded player may be, which has no session. */
export type Framing = 'framed' | 'unframed';

/** The pages that anybody may frame, as CloudFront writes a pattern. */
export const FRAMED_PATHS = `${EMBED_ROOT}*`;

/** How the page at an address, as it was sent, may be framed. */
export const framingOf = (path: string): Framing => (path.startsWith(EMBED_ROOT) ? 'framed' : 'unframed');

/** IVS serves playlists and segments from hosts of this domain ("Working With Content Security Policy", IVS guide). */
export const IVS_PLAYBACK = 'https://*.live-video.net';

/** The frames of the specification's §2: channels whose `video_url` is YouTube's. */
const EMBEDDED_PLAYERS = ['https://www.youtube.com', 'https://www.youtube-nocookie.com'];

export const HSTS_MAX_AGE_S = 63_072_000;

/** Without an origin in the `Referer`, YouTube's embedded player refuses to play. */
const REFERRER_POLICY = 'strict-origin-when-cross-origin';

/** The browser broadcast needs camera and microphone; nothing needs the others, and the player in a frame none. */
export const PERMISSIONS_POLICY: Readonly<Record<Framing, string>> = {
  unframed: 'camera=(self), microphone=(self), geolocation=(), payment=(), usb=()',
  framed: 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};

/**
 * The site's Content-Security-Policy (CSP level 3). Inline scripts and styles stay forbidden: nothing in the bundle
 * needs them, since React sets styles through the DOM, which the policy does not restrict.
 */
export function contentSecurityPolicy(
  { connect = [], media = [], image = [] }: ContentSources,
  framing: Framing,
): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    // WebAssembly encodes AAC where the browser has no encoder of its own. It is no way for a string to become a script.
    'script-src': ["'self'", "'wasm-unsafe-eval'"],
    'connect-src': ["'self'", ...connect],
    // hls.js feeds the player through a blob, and may transmux in a worker made of one.
    'media-src': ["'self'", 'blob:', ...media],
    'worker-src': ["'self'", 'blob:'],
    'img-src': ["'self'", 'data:', 'blob:', ...image],
    'frame-src': EMBEDDED_PLAYERS,
    'frame-ancestors': [framing === 'framed' ? '*' : "'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** All of them, by lower-case name, for a server that answers by itself. */
export function securityHeaders(
  sources: ContentSources,
  framing: Framing = 'unframed',
): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(sources, framing),
    'permissions-policy': PERMISSIONS_POLICY[framing],
    'referrer-policy': REFERRER_POLICY,
    'strict-transport-security': `max-age=${HSTS_MAX_AGE_S}`,
    'x-content-type-options': 'nosniff',
  };
}
