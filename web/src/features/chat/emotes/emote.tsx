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

/** The emotes of Fanfare: small pictures, each called by its file's name between colons (`:fan:`). */

const FILES: Readonly<Record<string, string>> = import.meta.glob<string>('./pictures/*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
});

interface Pictures {
  readonly still: string;
  /** Of an emote that moves. */
  readonly moving?: string;
}

const urlOf = (file: string): string | undefined => FILES[`./pictures/${file}.svg`];

/** The addresses of each emote's pictures, by its name. */
export const EMOTES: ReadonlyMap<string, Pictures> = new Map(
  Object.entries(FILES).flatMap(([path, still]) => {
    const [, name] = /\/([a-z]+)\.svg$/.exec(path) ?? [];
    if (name === undefined) return [];
    const moving = urlOf(`${name}.moving`);
    return [[name, { still, ...(moving && { moving }) }]];
  }),
);

export const emoteCode = (name: string): string => `:${name}:`;
