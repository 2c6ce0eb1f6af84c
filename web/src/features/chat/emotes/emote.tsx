interface EmoteProps {
  readonly name: string;
  readonly className?: string;
  readonly isNamed?: boolean;
}

/**
 * An emote. With reduced motion, it uses a still file, because not every browser applies the preference inside a
 * picture.
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

const FILES: Readonly<Record<string, string>> = import.meta.glob<string>('./pictures/*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
});

export const EMOTES = new Map(
  Object.entries(FILES).flatMap(([path, still]) => {
    const [, name] = /\/([a-z]+)\.svg$/.exec(path) ?? [];
    if (name === undefined) return [];
    return [[name, { still, moving: FILES[`./pictures/${name}.moving.svg`] }] as const];
  }),
);

export const emoteCode = (name: string): string => `:${name}:`;
