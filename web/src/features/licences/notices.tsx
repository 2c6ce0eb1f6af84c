import { queryOptions } from '@tanstack/react-query';
import insideSwaggerUi from 'swagger-ui-dist/swagger-ui-es-bundle.js.LICENSE.txt?url';
import { timedFetch } from '#web/lib/api/timed-fetch.ts';
import { formatList } from '#web/lib/i18n/numbers.ts';
import { t } from '#web/lib/i18n/messages.ts';

export function Notices({ notices }: { readonly notices: readonly Notice[] }) {
  return (
    <div className="divide-y divide-line card">
      {notices.map(({ name, version, identifier, text }) => (
        <details key={`${name} ${version}`}>
          <summary lang="en" className="flex flex-wrap justify-between gap-x-4 px-4 py-2.5 text-sm">
            <span className="font-medium">{`${name} ${version}`}</span>
            <span className="text-soft">{identifier}</span>
          </summary>
          <p
            {...(text && { lang: 'en', dir: 'ltr' })}
            className="px-4 pb-4 text-sm wrap-anywhere whitespace-pre-line text-soft"
          >
            {text ?? t('licences.noLicenceText')}
          </p>
        </details>
      ))}
    </div>
  );
}

interface Notice {
  readonly name: string;
  readonly version: string;
  /** SPDX, such as "MIT". */
  readonly identifier?: string;
  /** The full licence, if the library ships it. */
  readonly text?: string;
}

export const noticesQuery = () =>
  queryOptions({
    queryKey: ['licences'],
    queryFn: async ({ signal }): Promise<readonly Notice[]> => {
      const [own, inside] = await Promise.all([
        load('/licences.json', signal),
        load(insideSwaggerUi, signal),
      ]);
      const notices = (await own.json()) as readonly Notice[];
      return withInside(notices, await inside.text());
    },
    staleTime: Infinity,
    meta: { failureLog: 'Error fetching licences' },
  });

/** Adds a row for the libraries bundled in Swagger UI, with their licences. */
function withInside(notices: readonly Notice[], text: string): readonly Notice[] {
  const identifier = WORDS_OF.filter(([, words]) => words.test(text)).map(([name]) => name);
  return notices.flatMap((notice) =>
    notice.name === 'swagger-ui-dist'
      ? [
          notice,
          {
            ...notice,
            name: t('licences.within', { name: notice.name }),
            identifier: formatList(identifier),
            text,
          },
        ]
      : [notice],
  );
}

/** Recognizes licences in those notices. */
const WORDS_OF: readonly (readonly [identifier: string, words: RegExp])[] = [
  ['MIT', /\bMIT\b/],
  ['Apache-2.0', /Apache license 2\.0/i],
  ['BSD-3-Clause', /BSD-3-Clause/],
  ['MPL-2.0', /Mozilla Public License 2\.0/],
];

async function load(url: string, signal: AbortSignal): Promise<Response> {
  const response = await timedFetch(url, { signal });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response;
}
