import { SCREENS, type ScreenName } from '#shared/plain/screens.ts';

const withQuery = (path: string, query: string): string => (query ? `${path}?${query}` : path);

type ValuesOf<Path> = Path extends `${string}:${string}/${infer Rest}`
  ? [string, ...ValuesOf<Rest>]
  : Path extends `${string}:${string}`
    ? [string]
    : [];

type Paths = { readonly [Name in ScreenName]: (...values: ValuesOf<(typeof SCREENS)[Name]>) => string };

const filled = Object.fromEntries(
  Object.entries(SCREENS).map(([name, path]) => [
    name,
    (...values: string[]) => path.replaceAll(/:\w+/g, () => encodeURIComponent(values.shift()!)),
  ]),
) as Paths;

/** The address of each screen, from the values of its parameters; of some also with a query. */
export const paths = {
  ...filled,
  /** Without a tab: live channels. */
  browse: (tab = '') => withQuery(SCREENS.browse, tab && `tab=${encodeURIComponent(tab)}`),
  /** `query`: encoded words and ranges. */
  fans: (query = '') => withQuery(SCREENS.fans, query),
  /** `modelPath`: `maker/model`. */
  fanModel: (modelPath: string) => filled.fanModel(...(modelPath.split('/') as [string, string])),
  compareFans: (...ids: readonly string[]) => `${SCREENS.compareFans}?fans=${ids.join(',')}`,
  /** `query`: encoded tiles (`features/wall/wall-address.ts`); without it, the last wall. */
  wall: (query = '') => withQuery(SCREENS.wall, query),
  search: (q: string) => `${SCREENS.search}?q=${encodeURIComponent(q)}`,
};
