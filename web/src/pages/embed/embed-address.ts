import { EMBED_ROOT } from '#shared/plain/embed/embed-root.ts';
import { parsePlayTime } from '#web/lib/media/play-time.ts';

type Embedded =
  | { readonly kind: 'channel'; readonly username: string }
  | { readonly kind: 'video'; readonly id: string }
  | { readonly kind: 'nothing' };

export type EmbedOptions = ReturnType<typeof embedOptions>;

/** Parses `/embed/{username}` and `/embed/video/{id}`. */
export function embeddedAt(pathname: string): Embedded {
  const [first = '', second, ...more] = pathname
    .slice(EMBED_ROOT.length)
    .replace(/\/$/, '')
    .split('/')
    .map(decoded);
  if (!pathname.startsWith(EMBED_ROOT) || first === '' || more.length > 0) return { kind: 'nothing' };
  if (second === undefined) return { kind: 'channel', username: first };
  return first === 'video' && second !== '' ? { kind: 'video', id: second } : { kind: 'nothing' };
}

/** Parses `start` (seconds or `1h2m3s`), `mute=1` and `autoplay=1`; ignores invalid values. */
export function embedOptions(search: string) {
  const parameters = new URLSearchParams(search);
  return {
    /** In seconds; `null`: from the start. */
    startS: parsePlayTime(parameters.get('start')),
    /** Muted until the user turns the sound on. */
    isMuted: parameters.get('mute') === '1',
    /** Plays without a press, muted if the browser requires it. */
    isAutoplay: parameters.get('autoplay') === '1',
  };
}

/** Empty for invalid escapes. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}
