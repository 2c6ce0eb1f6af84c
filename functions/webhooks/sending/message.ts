/** Bodies of messages. Pure, and the same for each attempt. */
import type { StoredEvent } from '#functions/webhook-events/index.ts';
import type { WebhookKind } from '#shared/plain/webhooks.ts';

/** Grows with a change that receivers must know of; new fields are none. */
export const BODY_VERSION = 1;

type Event = Pick<StoredEvent, 'type' | 'at' | 'data'>;

export const bodyOf = (kind: WebhookKind, event: Event, siteUrl: string): string =>
  JSON.stringify(kind === 'discord' ? discordBody(event, siteUrl) : standardBody(event, siteUrl));

const standardBody = ({ type, at, data }: Event, siteUrl: string) => ({
  version: BODY_VERSION,
  type,
  timestamp: at,
  data: withAddresses(JSON.parse(data), siteUrl),
});

const ADDRESSES = ['url', 'picture'];

/** Completes paths of the site; an empty one is `null`. */
function withAddresses(value: unknown, siteUrl: string): unknown {
  if (Array.isArray(value)) return value.map((entry) => withAddresses(entry, siteUrl));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, field]) =>
    ADDRESSES.includes(name)
      ? [name, field ? new URL(field, siteUrl).href : null]
      : [name, withAddresses(field, siteUrl)],
  );
  return Object.fromEntries(entries);
}

interface StreamData {
  readonly channel: { readonly display_name: string; readonly url: string };
  readonly title?: string;
  readonly category?: string;
  readonly picture?: string | null;
}

/** Discord's limits: 256 characters of a title, 1024 of a field. Source: Discord Developer Docs, "Embed Limits". */
function discordBody({ at, data, type }: Event, siteUrl: string) {
  const { channel, title, category, picture } = withAddresses(JSON.parse(data), siteUrl) as StreamData;
  const isTest = type !== 'stream.started';
  return {
    // Names and titles are people's words: they must not notify everyone.
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: isTest ? 'A test from Fanfare' : title || channel.display_name,
        url: channel.url,
        author: { name: channel.display_name, url: channel.url },
        timestamp: at,
        ...(category && { fields: [{ name: 'Category', value: category, inline: true }] }),
        ...(picture && { image: { url: picture } }),
      },
    ],
  };
}
