import { EMOTES, emoteCode } from './emotes.ts';

interface EmoteProps {
  readonly name: string;
  readonly className?: string;
  /** It stands beside its name. @default false */
  readonly isNamed?: boolean;
}

/**
 * One emote. Who wants less motion gets another file of those that move: what is in a picture does not learn of their
 * wish in every browser.
 */
export function Emote({ name, className = 'size-[2em]', isNamed = false }: EmoteProps) {
  const { still, moving } = EMOTES.get(name) ?? {};
  return (
    <picture>
      {moving && <source media="(prefers-reduced-motion: no-preference)" srcSet={moving} />}
      <img
        src={still}
        alt={isNamed ? '' : emoteCode(name)}
        title={isNamed ? undefined : emoteCode(name)}
        width={32}
        height={32}
        loading="lazy"
        decoding="async"
        draggable={false}
        className={`inline-block align-middle ${className}`}
      />
    </picture>
  );
}
