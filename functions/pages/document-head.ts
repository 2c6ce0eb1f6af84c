import { escaped } from '../../shared/plain/markup.ts';
import type { LinkedData } from './linked-data.ts';
import type { PageHead } from './page-head.ts';

/** What the document says of the site, and a page in its place of itself. */
const OF_THE_SITE = /<title>[^<]*<\/title>(?:\s*<meta name="description"[^>]*>)?/;

/** Elements that are of one page alone bear it, so that the application can take them away when it shows another. */
const OF_THE_PAGE = 'data-page';

/**
 * The document that tells of its page: a name, a picture and a description as messengers show them (Open Graph, and the
 * cards of X), its one address, and what search engines read. Nothing that people have written ends an element. Pure.
 */
export function withHead(html: string, head: PageHead): string {
  const { name, description, url, picture } = head;
  const properties = {
    'og:site_name': 'Fanfare',
    'og:title': name,
    'og:description': description,
    'og:url': url,
    'og:image': picture.url,
    'og:image:alt': name,
    ...head.properties,
  };
  const elements = [
    `<title>${escaped(head.title)}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escaped(url)}" ${OF_THE_PAGE} />`,
    ...alternates(head),
    ...Object.entries(properties).map(([property, content]) => meta('property', property, content)),
    meta('name', 'twitter:card', picture.isWide ? 'summary_large_image' : 'summary'),
    `<script type="application/ld+json" ${OF_THE_PAGE}>${dataBlock(head.linkedData)}</script>`,
  ];
  return html.replace(OF_THE_SITE, () => elements.join('\n    '));
}

/** The page in other forms, for programs. */
const alternates = ({ oembedUrl, feedUrl }: PageHead): string[] => [
  ...(feedUrl ? [alternate('application/rss+xml', feedUrl)] : []),
  ...(oembedUrl
    ? [
        alternate('application/json+oembed', `${oembedUrl}&format=json`),
        alternate('text/xml+oembed', `${oembedUrl}&format=xml`),
      ]
    : []),
];

const alternate = (type: string, url: string): string =>
  `<link rel="alternate" type="${type}" href="${escaped(url)}" ${OF_THE_PAGE} />`;

/** The document of a page that is no search engine's to show. Pure. */
export const unindexed = (html: string): string =>
  html.replace(OF_THE_SITE, (site) => `${site}\n    ${meta('name', 'robots', 'noindex')}`);

const meta = (key: 'name' | 'property', name: string, content: string): string =>
  `<meta ${key}="${name}" content="${escaped(content)}" ${OF_THE_PAGE} />`;

/**
 * JSON that may stand in a `script` element (HTML §4.12.1.3: nothing that begins an end tag or a comment). It is a data
 * block, which no browser runs, so no Content Security Policy asks after it; the line separators would end a line of
 * JavaScript nevertheless.
 */
const dataBlock = (data: LinkedData): string =>
  JSON.stringify(data).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** What the build writes into the document: see `channelFiles` in `web/vite.config.ts`. */
const CHANNEL_FILES = /<!--channel (.*?)-->/;

/**
 * The document for a channel's page: the browser fetches that screen's code beside the start, which would ask for it when
 * it runs. Pure.
 */
export const documentWithPreloads = (html: string): string =>
  html.replace(CHANNEL_FILES, (_, files: string) =>
    files
      .split(' ')
      .map((file) => `<link rel="modulepreload" crossorigin href="${file}" />`)
      .join(''),
  );
