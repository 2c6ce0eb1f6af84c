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
