/** The player of a channel or a video in another site's page: its address and its HTML. */
import { EMBED_ROOT } from './embed-root.ts';
import { escapeMarkup } from '../text/markup.ts';

export const embedPath = {
  channel: (username: string): string => `${EMBED_ROOT}${encodeURIComponent(username)}`,
  video: (id: string): string => `${EMBED_ROOT}video/${encodeURIComponent(id)}`,
} as const;

export interface EmbedOptions {
  /** In whole seconds; `null`: from the start. */
  readonly startS: number | null;
  readonly isAutoplay: boolean;
  readonly isMuted: boolean;
}

/** The path of a player with its options, as the embedded page parses them; a default adds nothing. */
export function withEmbedOptions(path: string, { startS, isAutoplay, isMuted }: EmbedOptions): string {
  const search = new URLSearchParams({
    ...(startS && { start: String(startS) }),
    ...(isAutoplay && { autoplay: '1' }),
    ...(isMuted && { mute: '1' }),
  });
  return search.size > 0 ? `${path}?${search}` : path;
}

/** In CSS pixels. */
export interface FrameSize {
  readonly width: number;
  readonly height: number;
}

export const EMBED_SIZE: FrameSize = { width: 640, height: 360 };

interface Embedded {
  /** Absolute. */
  readonly url: string;
  /** The frame's name for screen readers. */
  readonly title: string;
  /** @default 640 × 360 */
  readonly size?: FrameSize;
}

/** The HTML element for the other page (HTML §4.8.5). */
export function embedCode({ url, title, size: { width, height } = EMBED_SIZE }: Embedded): string {
  const attributes = {
    src: url,
    title,
    width,
    height,
    loading: 'lazy',
    allow: 'autoplay; fullscreen; picture-in-picture',
    style: 'border: 0',
  };
  const written = Object.entries(attributes).map(
    ([name, value]) => `${name}="${escapeMarkup(String(value))}"`,
  );
  return `<iframe ${written.join(' ')} allowfullscreen></iframe>`;
}
