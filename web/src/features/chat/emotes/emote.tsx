import { type DisplayedEmote, useEmotes } from './channel-emotes.tsx';
import { emoteText } from './site-emotes.ts';

interface EmoteProps {
  readonly code: string;
  readonly className?: string;
  readonly isNamed?: boolean;
}

/** An emote of this chat. */
export function Emote({ code, className, isNamed = false }: EmoteProps) {
  const emote = useEmotes().get(code);
  if (!emote) return emoteText(code);
  const named = { ...emote, alt: isNamed ? '' : emote.alt };
  return <EmotePicture emote={named} title={isNamed ? undefined : emoteText(code)} className={className} />;
}

interface EmotePictureProps {
  readonly emote: DisplayedEmote;
  readonly title?: string | undefined;
  readonly className?: string | undefined;
}

/**
 * With reduced motion, it uses a still file, because not every browser applies the preference inside a picture, and none to
 * an animation.
 */
export const EmotePicture = ({
  emote: { alt, still, moving },
  title,
  className = 'size-[2em]',
}: EmotePictureProps) => (
  <picture>
    {moving && <source media="(prefers-reduced-motion: no-preference)" srcSet={moving} />}
    <img
      src={still}
      alt={alt}
      title={title}
      width={32}
      height={32}
      loading="lazy"
      decoding="async"
      draggable={false}
      className={`inline-block object-contain align-middle ${className}`}
    />
  </picture>
);
