/**
 * Media that the CDN must not deliver: of removed items and suspended channels. Keys:
 *
 * | item                      | pk             | sk        | gsi1pk    | gsi1sk           |
 * |---------------------------|----------------|-----------|-----------|------------------|
 * | of a channel              | `CHANNEL#<id>` | `DENIAL`  | `DENIALS` | `<due>#<pk>`     |
 * | of a profile's pictures   | `CHANNEL#<id>` | `PROFILE_DENIAL` | `DENIALS` | `<due>#<pk>` |
 * | of an emote's picture     | `CHANNEL#<id>` | `EMOTE_DENIAL#<emote id>` | `DENIALS` | `<due>#<pk>` |
 * | of a video                | `VIDEO#<id>`   | `DENIAL`  | `DENIALS` | `<due>#<pk>`     |
 * | of a clip                 | `CLIP#<id>`    | `DENIAL`  | `DENIALS` | `<due>#<pk>`     |
 *
 * It is written in the transaction of the decision, and due until the CDN's store has it. Afterwards it stays while the media
 * are denied, due in the far future, so that a new store can be filled from it.
 */
import { DAY_MS } from '#shared/plain/time.ts';
import { type DueQueue, dueKeys } from '#functions/aws/table/due-queue.ts';
import type { Key, Table, Write } from '#functions/aws/table/table.ts';

export interface DenialItem {
  readonly pk: string;
  readonly sk: string;
  /** Keys of the CDN's store: parts of paths that only these media have. */
  readonly keys: ReadonlySet<string>;
  /** Videos and broadcasts whose clips are denied too. */
  readonly sources?: ReadonlySet<string>;
  readonly is_denied: boolean;
  /** When a denial ends by itself. */
  readonly until_ms?: number;
  readonly due_ms: number;
  /** Counts the changes. */
  readonly version: number;
}

export const DENIALS: DueQueue = { partition: 'DENIALS', index: 'gsi1' };
const DENIAL_SORT_KEY = 'DENIAL';
const PROFILE_SORT_KEY = 'PROFILE_DENIAL';
export const EMOTE_DENIAL_PREFIX = 'EMOTE_DENIAL#';
export const isDenial = (sk: string): boolean =>
  sk === DENIAL_SORT_KEY || sk === PROFILE_SORT_KEY || sk.startsWith(EMOTE_DENIAL_PREFIX);

export const denialKeys = {
  channel: (id: string) => ({ pk: `CHANNEL#${id}`, sk: DENIAL_SORT_KEY }),
  profile: (id: string) => ({ pk: `CHANNEL#${id}`, sk: PROFILE_SORT_KEY }),
  emote: (channelId: string, id: string) => ({ pk: `CHANNEL#${channelId}`, sk: EMOTE_DENIAL_PREFIX + id }),
  video: (id: string) => ({ pk: `VIDEO#${id}`, sk: DENIAL_SORT_KEY }),
  clip: (id: string) => ({ pk: `CLIP#${id}`, sk: DENIAL_SORT_KEY }),
} as const;

export interface Denial {
  readonly keys: readonly string[];
  readonly sources?: readonly string[];
  readonly isDenied: boolean;
  /** In ms since 1970. */
  readonly nowMs: number;
  /** For how long, as of deleted media. @default until they are allowed */
  readonly forMs?: number | undefined;
}

/** No cache has the files of a deleted item by then. */
export const DENIED_AFTER_DELETION_MS = DAY_MS;

/** Denies media, or allows them again. The item keeps the keys that it has from before. Writes nothing without keys. */
export function denialWrites(
  { TableName }: Table,
  key: Key & { readonly pk: string },
  { keys, sources = [], isDenied, nowMs, forMs }: Denial,
): Write[] {
  if (keys.length === 0) return [];
  const { gsi1pk, gsi1sk } = dueKeys(DENIALS, key.pk, nowMs);
  const until = forMs === undefined ? ' REMOVE until_ms' : ', until_ms = :until';
  const state = `SET is_denied = :denied, due_ms = :due, gsi1pk = :pk, gsi1sk = :sk${until}`;
  const Update = {
    TableName,
    Key: key,
    UpdateExpression: `${state} ADD version :one, #keys :keys${sources.length > 0 ? ', sources :sources' : ''}`,
    ExpressionAttributeNames: { '#keys': 'keys' },
    ExpressionAttributeValues: {
      ':denied': isDenied,
      ':due': nowMs,
      ':pk': gsi1pk,
      ':sk': gsi1sk,
      ':one': 1,
      ':keys': new Set(keys),
      ...(forMs !== undefined && { ':until': nowMs + forMs }),
      // DynamoDB has no empty sets.
      ...(sources.length > 0 && { ':sources': new Set(sources) }),
    },
  };
  return [{ Update }];
}

/** The key of an uploaded picture: its id, from its address on the site. */
export const pictureKey = (url: string | undefined): string[] =>
  /^\/media\/pictures\/[^/]+\/([^/.]+)\.[\w.]+$/.exec(url ?? '')?.slice(1) ?? [];

/** The key of files that lie in a folder of their own: its name. */
export const folderKey = (prefix: string): string => prefix.split('/').at(-2) ?? '';
