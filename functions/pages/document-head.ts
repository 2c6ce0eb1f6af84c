import { escapeMarkup } from '#shared/plain/text/markup.ts';

import type { PageHead } from './page-head.ts';

/** The site's title and description, which the page's replace. */
const OF_THE_SITE = /<title>[^<]*<\/title>(?:\s*<meta (?:name="description"|property="og:)[^>]*>)*/;

/** Marks the elements of one page, so that the application can remove them when it shows another. */
const OF_THE_PAGE = 'data-page';

/** The document with the page's metadata: Open Graph, cards of X, canonical URL, structured data. Escapes all texts. */
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
    `<title>${escapeMarkup(head.title)}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escapeMarkup(url)}" ${OF_THE_PAGE} />`,
    ...alternates(head),
    ...Object.entries(properties).map(([property, content]) => meta('property', property, content)),
    meta('name', 'twitter:card', picture.isWide ? 'summary_large_image' : 'summary'),
    `<script type="application/ld+json" ${OF_THE_PAGE}>${dataBlock(head.linkedData)}</script>`,
  ];
  return html.replace(OF_THE_SITE, () => elements.join('\n    '));
}

/** Links to feed and oEmbed. */
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
  `<link rel="alternate" type="${type}" href="${escapeMarkup(url)}" ${OF_THE_PAGE} />`;

/** The document of a page that search engines must not index. */
export const unindexed = (html: string): string =>
  html.replace(OF_THE_SITE, (site) => `${site}\n    ${meta('name', 'robots', 'noindex')}`);

const meta = (key: 'name' | 'property', name: string, content: string): string =>
  `<meta ${key}="${name}" content="${escapeMarkup(content)}" ${OF_THE_PAGE} />`;

/**
 * JSON for a `script` element, without anything that begins an end tag or a comment (HTML §4.12.1.3), or ends a line of
 * JavaScript. Browsers do not run a data block, so no Content Security Policy applies.
 */
export const dataBlock = (data: object): string =>
  JSON.stringify(data).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
