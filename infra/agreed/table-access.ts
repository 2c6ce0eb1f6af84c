import { VISIBLE_ATTRIBUTES as OF_CHANNELS } from '#functions/channels/channel.item.ts';
import { CLAIM_ATTRIBUTES } from '#functions/channels/table/public-channels.repository.ts';
import { CATEGORY_ATTRIBUTES } from '#functions/categories/categories.repository.ts';
import { CLIP_PREVIEW_ATTRIBUTES } from '#functions/clips/table/clip.item.ts';
import { REFUSAL_ATTRIBUTES } from '#functions/chat/rooms/refused-authors.ts';
import { PLAYLIST_PREVIEW_ATTRIBUTES } from '#functions/library/playlists/playlist.item.ts';
import type { LambdaName } from '#functions/lambdas.ts';
import { REPLAY_ATTRIBUTES, VIDEO_PREVIEW_ATTRIBUTES } from '#functions/videos/table/video.item.ts';
import { PUBLIC_ATTRIBUTES } from '#functions/webhooks/webhook.ts';
import { tableSchema } from './table-schema.ts';

/** DynamoDB's read operations. A transaction is authorised by the operations of its parts. */
export const READ_OPERATIONS = ['BatchGetItem', 'ConditionCheckItem', 'GetItem', 'Query'] as const;
/** DynamoDB's write operations. Without Scan and BatchWriteItem: the cost of a request must not grow with the table. */
export const WRITE_OPERATIONS = ['DeleteItem', 'PutItem', 'UpdateItem'] as const;

type Operation = (typeof READ_OPERATIONS)[number] | (typeof WRITE_OPERATIONS)[number];

/**
 * A Lambda's permissions for items by partition key, of the table or an index: a prefix with `*`, or a complete key.
 * Items in the same partition, for example a person's account and channel, cannot be separated by keys.
 */
export interface TableAccess {
  readonly writes: readonly string[];
  /** Keys that it only reads. */
  readonly reads: readonly string[];
  /**
   * Keys whose items it reads one by one, and only these attributes besides the key. Requests for other or
   * all attributes are refused.
   */
  readonly gets: Readonly<Record<string, readonly string[]>>;
  /** Operations on its items that it does not need. @default none */
  readonly without?: readonly Operation[];
}

/** Items that change with a channel: its words, and its category's numbers. */
const CHANNELS = ['CHANNEL#*', 'CATEGORY#*', 'WORD#*', 'SPELLING#*', 'SPELLING_DUE'] as const;
/** Items that change with a video and its clips. */
const VIDEOS = [
  'VIDEO#*',
  'VIEWS#*',
  'COUNTER#*',
  'STREAM_REPLAY#*',
  'VIDEO_WORD#*',
  'TRANSCRIPT_WORD#*',
  'NOTICE#*',
  'CLIP#*',
  'CLIP_WORD#*',
] as const;

/** Items that change with a fan of a collection, including its search keys. */
const FANS = ['FAN#*', 'FAN_WORD#*', 'FAN_MEASURE#*'] as const;

/** Camera broadcasts' shared items, and the usage of daily budgets. */
const CAMERA = ['CAMERA#*', 'CAMERA_SLOTS', 'SPENT#*'] as const;

/**
 * Each Lambda's permissions for the table: granted by the stack as conditions on `dynamodb:LeadingKeys`, and enforced
 * by the door of the local table. Other keys are refused with `AccessDeniedException`. The condition would allow a
 * request without a partition key, but none of these operations has such requests.
 */
export const tableAccess = {
  api: {
    writes: [
      ...CHANNELS,
      'COUNTER#*',
      'CHAT#*',
      'CHAT_ACTS#*',
      'CHAT_AUTHOR#*',
      'POLL#*',
      'EVENT_BATCH#*',
      'PRESENCE#*',
      'STATISTICS#*',
      'ARRIVALS#*',
      'RATE#*',
      'NOTICE#*',
      'WEBHOOK_EVENTS#*',
    ],
    reads: [
      'CHANNELS',
      'BY_FOLLOWERS#*',
      'BY_AGE#*',
      'COUNT',
      'USERNAME#*',
      'VIDEO#*',
      'CATEGORY_VIDEOS#*',
      'VIDEO_WORD#*',
      'TRANSCRIPT_WORD#*',
      'CLIP#*',
      'CLIP_WORD#*',
      'FAN#*',
      'FAN_WORD#*',
      'ROOM#*',
    ],
    gets: {},
  },
  playlists: {
    writes: ['RATE#*'],
    reads: ['CAMERA#*', 'VIDEO#*'],
    gets: {},
    without: ['ConditionCheckItem', 'DeleteItem', 'PutItem'],
  },
  // In people's own partitions: blocks, and bells, which are stored with follows. The site's moderators remove and
  // restore other people's content.
  community: {
    writes: [
      ...CHANNELS,
      'ROOM#*',
      'CHAT_ACTS#*',
      'NEWS#*',
      'LIBRARY#*',
      'PLAYLIST#*',
      'COUNTER#*',
      'RATE#*',
      'CASE#*',
      'PUBLIC_LOG',
      'CONCERNED#*',
      'CHAT#*',
      'CHAT_AUTHOR#*',
      'EVENT_BATCH#*',
      'VIDEO#*',
      'VIDEO_WORD#*',
      'USERNAME#*',
      'LOOK#*',
      'COUNT',
      'NOTICE#*',
      'CLIP#*',
      'CLIP_WORD#*',
      'WEBHOOKS#*',
      'WEBHOOK_EVENTS#*',
      'STATISTICS#*',
      ...FANS,
    ],
    reads: [
      'POLL#*',
      'AUDIENCE#*',
      'ARRIVALS#*',
      'VIDEOS#*',
      'STREAM_REPLAY#*',
      'CASES#*',
      'BY_AGE#*',
      'PUBLIC_VIDEOS',
      'READY_VIDEOS#*',
      'FANS',
      'FANS_OF#*',
      'FANS_OF_MODEL#*',
      'MODEL_VIDEOS#*',
      'MODEL_STREAMS#*',
    ],
    gets: {},
  },
  // It also collects a person's data for exports, and copies an account's language to its notification settings.
  accounts: {
    writes: [
      ...CHANNELS,
      'COUNT',
      'USERNAME#*',
      'EMAIL#*',
      'LOOK#*',
      'SECOND_FACTOR#*',
      'RATE#*',
      'NEWS#*',
      'MAIL#*',
    ],
    reads: [
      'VIDEO#*',
      'VIDEOS#*',
      'CHAT#*',
      'CHAT_AUTHOR#*',
      'CHAT_ACTS#*',
      'CHAT_ACTS_ABOUT#*',
      'CHAT_ACTS_BY#*',
      'ROOM#*',
      'ABOUT#*',
      'REPORTS_BY#*',
      'CONCERNED#*',
      'FANS_OF#*',
      'CLIPS_BY#*',
      'COMMENTS_BY#*',
      'LIBRARY#*',
      'PLAYLIST#*',
      'STATISTICS#*',
    ],
    gets: { 'WEBHOOKS#*': PUBLIC_ATTRIBUTES },
  },
  // It also removes fans from the videos that feature them.
  publishing: {
    writes: [
      ...CHANNELS,
      ...VIDEOS,
      ...CAMERA,
      'COUNT',
      'RATE#*',
      'LOOK#*',
      'EVENT_BATCH#*',
      'FAN#*',
      'WEBHOOK_EVENTS#*',
      'STATISTICS#*',
      'ARRIVALS#*',
    ],
    reads: [
      'ROOM#*',
      'USERNAME#*',
      'VIDEOS#*',
      'READY_VIDEOS#*',
      'PUBLIC_VIDEOS',
      'AUDIENCE#*',
      'CHAT#*',
      'FANS_OF#*',
      'CLIPS#*',
      'CLIPS_OF#*',
    ],
    gets: {},
  },
  pages: {
    writes: [],
    reads: [],
    gets: {
      'USERNAME#*': CLAIM_ATTRIBUTES,
      'CHANNEL#*': [...OF_CHANNELS, ...REFUSAL_ATTRIBUTES],
      'VIDEO#*': VIDEO_PREVIEW_ATTRIBUTES,
      'CATEGORY#*': CATEGORY_ATTRIBUTES,
      'CLIP#*': CLIP_PREVIEW_ATTRIBUTES,
      'PLAYLIST#*': PLAYLIST_PREVIEW_ATTRIBUTES,
      'STREAM_REPLAY#*': REPLAY_ATTRIBUTES,
      'ROOM#*': REFUSAL_ATTRIBUTES,
    },
  },
  realtime: {
    writes: ['SUBSCRIPTIONS#*'],
    reads: [],
    gets: {},
    without: ['BatchGetItem', 'ConditionCheckItem', 'DeleteItem', 'PutItem', 'Query'],
  },
  // It also deletes the remains of deleted accounts, and collects a person's data for exports.
  events: {
    writes: [
      ...CHANNELS,
      ...VIDEOS,
      ...CAMERA,
      'COUNT',
      'RECORDING#*',
      'SPELLING_ROUND',
      'USERNAME#*',
      'EMAIL#*',
      'LOOK#*',
      'SECOND_FACTOR#*',
      'CHAT#*',
      'CHAT_AUTHOR#*',
      'CHAT_ACTS#*',
      'ROOM#*',
      'POLL#*',
      'EVENT_BATCH#*',
      'PRESENCE#*',
      'AUDIENCE#*',
      'STATISTICS#*',
      'ARRIVALS#*',
      'NEWS#*',
      'LIBRARY#*',
      'PLAYLIST#*',
      'MAIL#*',
      'CASE#*',
      'CONCERNED#*',
      'WEBHOOKS#*',
      'WEBHOOK_EVENTS#*',
      ...FANS,
    ],
    reads: [
      'CHANNELS',
      'WATCHED_CATEGORIES',
      'WAITING_STREAMS',
      'CAMERA_BROADCASTS',
      'VIDEO_WORK',
      'TRANSCRIPTS_DUE',
      'CHAT_STRETCHES',
      'VIDEOS#*',
      'READY_VIDEOS#*',
      'DELETIONS',
      'DENIALS',
      'EXPORTS',
      'EVENTS_DUE',
      'INGESTS_BY_USE',
      'INGEST#*',
      'FOLLOWERS#*',
      'NOTICES_OF#*',
      'CASES_OF#*',
      'REPORTS_BY#*',
      'ABOUT#*',
      'CHAT_ACTS_ABOUT#*',
      'CHAT_ACTS_BY#*',
      'ACTS_BY#*',
      'REMINDED#*',
      'FANS_OF#*',
      'CLIPS#*',
      'CLIPS_BY#*',
      'COMMENTS_BY#*',
      'CLIPS_OF#*',
      'CLIPS_DUE',
      'COUNTERS_DUE#*',
      'STATISTICS_DUE',
    ],
    gets: {},
  },
  chunks: {
    writes: ['CAMERA#*', 'CAMERA_SLOTS'],
    reads: [],
    gets: {},
    without: ['BatchGetItem', 'ConditionCheckItem', 'DeleteItem'],
  },
  // It writes when the next reminders of a schedule are due.
  news: {
    writes: ['NEWS#*', 'NOTICE#*', 'CHANNEL#*', 'LIBRARY#*'],
    reads: [
      'VIDEO#*',
      'CLIP#*',
      'STREAM_REPLAY#*',
      'USERNAME#*',
      'ROOM#*',
      'BELLS#*',
      'FOLLOWERS#*',
      'NEWS_DUE',
      'SCHEDULES_DUE',
      'REMINDED#*',
      'MAIL#*',
    ],
    gets: { 'WEBHOOKS#*': PUBLIC_ATTRIBUTES },
  },
  webhooks: {
    writes: ['WEBHOOKS#*', 'WEBHOOK_EVENTS#*', 'WEBHOOK_RATE#*'],
    reads: [],
    gets: {},
    without: ['BatchGetItem', 'ConditionCheckItem'],
  },
} as const satisfies Record<LambdaName, TableAccess>;

/** An IAM statement without resources. */
export interface ItemGrant {
  readonly actions: readonly string[];
  readonly conditions: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
  /** Whether it includes the indexes. */
  readonly isOfIndexes: boolean;
}

/**
 * Returns the statements for a Lambda's role. `LeadingKeys` are the partition keys of a request, of the table or the
 * queried index. One statement contains all keys that are read, because one statement must allow all keys of a
 * BatchGetItem.
 */
export function itemGrants({ writes, reads, gets, without = [] }: TableAccess): readonly ItemGrant[] {
  const used = (operations: readonly Operation[]) => operations.filter((one) => !without.includes(one));
  const everywhere = [
    { operations: WRITE_OPERATIONS, keys: writes },
    { operations: READ_OPERATIONS, keys: [...writes, ...reads] },
  ].filter(({ keys }) => keys.length > 0);
  return [
    ...everywhere.map(({ operations, keys }) => ({
      actions: actionsOf(used(operations)),
      conditions: ofKeys(keys),
      isOfIndexes: true,
    })),
    ...Object.entries(gets).map(([key, attributes]) => ({
      actions: actionsOf(['GetItem']),
      conditions: { ...ofKeys([key]), ...onlyThese(attributes) },
      isOfIndexes: false,
    })),
  ];
}

const actionsOf = (operations: readonly string[]) => operations.map((operation) => `dynamodb:${operation}`);
const ofKeys = (keys: readonly string[]) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys },
});

/**
 * A request without a projection names no attributes, so the condition on attributes alone would allow it; `Select`
 * refuses it. The documentation does not say whether GetItem sets this key. If it does not, its absence must not refuse
 * every page. Source: DynamoDB Developer Guide, "Using IAM policy conditions for fine-grained access control", whose
 * examples use "IfExists".
 */
const onlyThese = (attributes: readonly string[]) => ({
  'ForAllValues:StringEquals': { 'dynamodb:Attributes': namedAttributes(attributes) },
  StringEqualsIfExists: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
});

/** Returns the attributes that a request for one item may name; the key's are always among them. */
export const namedAttributes = (attributes: readonly string[]): readonly string[] => [
  tableSchema.partitionKey,
  tableSchema.sortKey,
  ...attributes,
];

/** Returns the partition key of the table, or of an index. */
export const partitionKeyOf = (indexName?: string): string =>
  tableSchema.indexes.find(({ name }) => name === indexName)?.partitionKey ?? tableSchema.partitionKey;
