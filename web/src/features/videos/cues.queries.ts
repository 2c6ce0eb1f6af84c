import { queryOptions } from '@tanstack/react-query';
import { timedFetch } from '#web/lib/api/timed-fetch.ts';
import { readCaptions } from '#shared/plain/captions/write-captions.ts';

/** The captions in a file, whose address changes with its text. */
export const cuesQuery = (url: string) =>
  queryOptions({
    queryKey: ['transcript', url],
    queryFn: async ({ signal }) => {
      const response = await timedFetch(url, { signal });
      if (!response.ok) throw new Error(`${response.status} for ${url}`);
      return readCaptions(await response.text());
    },
    staleTime: Infinity,
  });
