import { DomainError, notFound } from '../base/errors.ts';
import { oembedJson, oembedOf, oembedXml, type Bounds } from './oembed.ts';
import { pageOf } from './page.ts';
import { findOfChannel, type ChannelContent, type OembedDeps } from './pages.service.ts';

/** As it was sent (§2.2). */
export interface OembedQuery {
  readonly url?: string;
  readonly format?: string;
  readonly maxwidth?: string;
  readonly maxheight?: string;
}

interface OembedText {
  readonly type: string;
  readonly text: string;
}

const FORMATS = {
  json: { type: 'application/json', write: oembedJson },
  xml: { type: 'text/xml', write: oembedXml },
} as const;

/**
 * How other sites show a channel or a public video. Throws `invalid_request`, `not_found`, `unsupported_format`, and
 * `unauthenticated` for an unlisted video, whose address is to be shown alone (§2.3.4).
 */
export async function oembed(deps: OembedDeps, query: OembedQuery): Promise<OembedText> {
  const { format = 'json', url } = query;
  if (!Object.hasOwn(FORMATS, format))
    throw new DomainError('unsupported_format', 'oEmbed is answered as json or as xml.');
  const { type, write } = FORMATS[format as keyof typeof FORMATS];
  const bounds: Bounds = { maxWidth: boundOf(query, 'maxwidth'), maxHeight: boundOf(query, 'maxheight') };
  const content = await findVisible(deps, url);
  return { type, text: write(oembedOf(content, bounds, deps.siteUrl)) };
}

async function findVisible(deps: OembedDeps, url: string | undefined): Promise<ChannelContent> {
  if (!url) throw new DomainError('invalid_request', 'url: say which page of this site.');
  const requested = URL.parse(url);
  // Addresses of other sites are not ours to describe.
  const page = requested?.origin === deps.siteUrl ? pageOf(requested.pathname) : null;
  const content = page && !page.part ? await findOfChannel(deps, page) : null;
  if (!content) throw notFound('Page');
  if (content.video && content.video.visibility !== 'public')
    throw new DomainError(
      'unauthenticated',
      'This video is for those who have its address: show that alone.',
    );
  return content;
}

/** In CSS pixels. */
function boundOf(query: OembedQuery, name: 'maxwidth' | 'maxheight'): number | undefined {
  const given = query[name];
  if (given === undefined) return undefined;
  if (/^[1-9]\d{0,5}$/.test(given)) return Number(given);
  throw new DomainError('invalid_request', `${name}: must be a number of pixels.`);
}
