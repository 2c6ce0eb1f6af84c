const FILES: Readonly<Record<string, string>> = import.meta.glob<string>('./pictures/*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
});

/** By their codes, which `shared/plain/site-emotes.ts` lists, too. */
export const SITE_EMOTES = new Map(
  Object.entries(FILES).flatMap(([path, still]) => {
    const [, code] = /\/([a-z]+)\.svg$/.exec(path) ?? [];
    if (code === undefined) return [];
    return [[code, { alt: emoteText(code), still, moving: FILES[`./pictures/${code}.moving.svg`] }] as const];
  }),
);

/** As messages have it. */
export function emoteText(code: string): string {
  return `:${code}:`;
}
