/** The security headers of CloudFront and the local site. Only the hosts that pages may connect to differ. */
import { EMBED_ROOT } from '#shared/plain/embed/embed-root.ts';

/** Hosts besides the site itself, in the syntax of Content Security Policy: `https://*.example.com`. */
export interface ContentSources {
  /** Hosts that scripts may fetch from: playlists, segments, uploads, sockets. */
  readonly connect?: readonly string[];
  /** Hosts that `<video>` may play from without a script, as Safari plays HLS. */
  readonly media?: readonly string[];
  readonly image?: readonly string[];
}

/** Whether other sites may frame a page. Only the embedded player may be framed; it has no session. */
export type Framing = 'framed' | 'unframed';

/** CloudFront pattern of the pages that any site may frame. */
export const FRAMED_PATHS = `${EMBED_ROOT}*`;

/** Returns how the page at a normalised address may be framed. */
export const framingOf = (path: string): Framing => (path.startsWith(EMBED_ROOT) ? 'framed' : 'unframed');

/** IVS serves HLS from hosts of this domain (IVS User Guide, "Working With Content Security Policy"). */
export const IVS_PLAYBACK = 'https://*.live-video.net';

/** Frames of the specification's §2: channels whose `video_url` is YouTube's. */
const EMBEDDED_PLAYERS = ['https://www.youtube.com', 'https://www.youtube-nocookie.com'];

export const HSTS_MAX_AGE_S = 63_072_000;

/** YouTube's embedded player refuses to play if `Referer` contains no origin. */
const REFERRER_POLICY = 'strict-origin-when-cross-origin';

/** The browser broadcast needs camera and microphone. The embedded player needs nothing of these. */
export const PERMISSIONS_POLICY: Readonly<Record<Framing, string>> = {
  unframed: 'camera=(self), microphone=(self), geolocation=(), payment=(), usb=()',
  framed: 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
};

/**
 * Returns the site's Content-Security-Policy (CSP level 3). Inline scripts and styles are forbidden: the bundle does
 * not need them, because React sets styles through the DOM, which the policy does not restrict.
 */
export function contentSecurityPolicy(
  { connect = [], media = [], image = [] }: ContentSources,
  framing: Framing,
): string {
  const directives: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    // WebAssembly encodes AAC if the browser has no encoder. It does not allow strings to be evaluated as scripts.
    'script-src': ["'self'", "'wasm-unsafe-eval'"],
    'connect-src': ["'self'", ...connect],
    // hls.js feeds the player through a blob, and may transmux in a worker created from one.
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

/** Returns all security headers by lower-case name, for a server that sends them itself. */
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
