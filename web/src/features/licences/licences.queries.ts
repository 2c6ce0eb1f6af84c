import { queryOptions } from '@tanstack/react-query';
import insideSwaggerUi from 'swagger-ui-dist/swagger-ui-es-bundle.js.LICENSE.txt?url';

/** The licence of a library, as the build writes it into `licences.json`. */
export interface Notice {
  readonly name: string;
  readonly version: string;
  /** SPDX: "MIT". */
  readonly identifier?: string;
  /** The whole licence, where the library carries it. */
  readonly text?: string;
}

/** The notices of every library in the bundle. */
export const noticesQuery = () =>
  queryOptions({
    queryKey: ['licences'],
    queryFn: async ({ signal }): Promise<readonly Notice[]> => {
      const [own, inside] = await Promise.all([
        load('/licences.json', signal),
        load(insideSwaggerUi, signal),
      ]);
      const notices = (await own.json()) as readonly Notice[];
      // It comes as one file, with what it is made of in it.
      return [...notices, { name: 'within swagger-ui-dist', version: '', text: await inside.text() }];
    },
    staleTime: Infinity,
    meta: { failureLog: 'Error fetching licences' },
  });

async function load(url: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response;
}
