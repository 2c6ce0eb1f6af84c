/** What the address of a player in a frame asks for. Pure. */
import { EMBED_ROOT } from '../../../../shared/plain/embed-root.ts';
import { parsePlayTime } from '../../lib/words/play-time.ts';

export type Embedded =
  | { readonly kind: 'channel'; readonly username: string }
  | { readonly kind: 'video'; readonly id: string }
  | { readonly kind: 'nothing' };

export interface EmbedOptions {
  /** Of a video, in seconds; `null`: from the start. */
  readonly startS: number | null;
  /** It is heard only once somebody turns the sound on. */
  readonly isMuted: boolean;
  /** It plays without a press; without sound, where the browser lets nothing be heard before one. */
  readonly isAutoplay: boolean;
}

/** Reads `/embed/{username}` and `/embed/video/{id}`. */
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

/** Reads `start` (seconds, or as `1h2m3s`), `mute=1` and `autoplay=1`; what is not understood is as if it were not there. */
export function embedOptions(search: string): EmbedOptions {
  const parameters = new URLSearchParams(search);
  return {
    startS: parsePlayTime(parameters.get('start')),
    isMuted: parameters.get('mute') === '1',
    isAutoplay: parameters.get('autoplay') === '1',
  };
}

/** Empty where the escapes are broken. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return '';
  }
}
