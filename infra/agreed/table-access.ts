import { VISIBLE_ATTRIBUTES as OF_CHANNELS } from '#functions/channels/channel.item.ts';
import { CLAIM_ATTRIBUTES } from '#functions/channels/table/public-channels.repository.ts';
import { CATEGORY_ATTRIBUTES } from '#functions/categories/categories.repository.ts';
import { CLIP_PREVIEW_ATTRIBUTES } from '#functions/clips/table/clip.item.ts';
import { REFUSAL_ATTRIBUTES } from '#functions/chat/rooms/refused-authors.ts';
import type { LambdaName } from '#functions/lambdas.ts';
import { REPLAY_ATTRIBUTES, VIDEO_PREVIEW_ATTRIBUTES } from '#functions/videos/table/video.item.ts';
import { tableSchema } from './table-schema.ts';

/** The operations of DynamoDB by which items are read; a transaction is authorised by the operations of its parts. */
export const READ_OPERATIONS = ['BatchGetItem', 'ConditionCheckItem', 'GetItem', 'Query'] as const;
/**
 * Those by which they are written. There is no Scan, and no batch write: the cost of a request must not grow with the
 * table.
 */
export const WRITE_OPERATIONS = ['DeleteItem', 'PutItem', 'UpdateItem'] as const;

type Operation = (typeof READ_OPERATIONS)[number] | (typeof WRITE_OPERATIONS)[number];

/**
 * What one Lambda does with items, by their partition keys, of the table or of an index: how such a key begins, with a
 * `*`, or the whole of it. What shares a partition, such as a person's account and channel, cannot be separated by keys.
 */
export interface TableAccess {
  readonly writes: readonly string[];
  /** Besides what it writes. */
  readonly reads: readonly string[];
  /**
   * What it reads of the table alone, an item at a time, and which attributes of it besides the key. The attributes
   * separate the items of one partition: a request that names others, or none, is refused.
   */
  readonly gets: Readonly<Record<string, readonly string[]>>;
  /** Operations on what it writes and reads that it does without. @default none */
  readonly without?: readonly Operation[];
}

/** What changes with a channel: its words, and its category's numbers. */
const CHANNELS = ['CHANNEL#*', 'CATEGORY#*', 'WORD#*', 'SPELLING#*', 'SPELLING_DUE'] as const;
/** What changes with a video, and clips of it. */
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

/** What changes with a fan of somebody's collection, and where they are found. */
const FANS = ['FAN#*', 'FAN_WORD#*', 'FAN_MEASURE#*'] as const;

/** What broadcasts from the camera take of all, and what a day's budgets are used for. */
const CAMERA = ['CAMERA#*', 'CAMERA_SLOTS', 'SPENT#*'] as const;

/**
 * Of each Lambda, all that it may do with the table: the stack grants this as conditions on `dynamodb:LeadingKeys`, and the
 * door of the one machine holds everybody to it. What is missing here is refused with `AccessDeniedException`. Of a request without a partition key the condition would hold; there is no such operation among these.
 */
export const tableAccess = {
  api: {
    writes: [
      ...CHANNELS,
      'COUNTER#*',
      'CHAT#*',
      'CHAT_AUTHOR#*',
      'EVENT_BATCH#*',
      'PRESENCE#*',
      'RATE#*',
      'NOTICE#*',
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
  // Of people's own partitions: whom they hide, and bells, which stand on follows. Moderators of the site take away, and
  // bring back, what others have.
  community: {
    writes: [
      ...CHANNELS,
      'ROOM#*',
      'CHAT_ACTS#*',
      'NEWS#*',
      'LIBRARY#*',
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
      ...FANS,
    ],
    reads: [
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
  // It gathers what is held of a person, too, and copies an account's language to the settings of its notifications.
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
      'LIBRARY#*',
    ],
    gets: {},
  },
  // Of fans it takes away that a video shows them.
  publishing: {
    writes: [...CHANNELS, ...VIDEOS, ...CAMERA, 'COUNT', 'RATE#*', 'LOOK#*', 'EVENT_BATCH#*', 'FAN#*'],
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
  // It also takes away what is left of deleted accounts, and gathers what is held of a person.
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
      'EVENT_BATCH#*',
      'PRESENCE#*',
      'AUDIENCE#*',
      'NEWS#*',
      'LIBRARY#*',
      'MAIL#*',
      'CASE#*',
      'CONCERNED#*',
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
      'CLIPS_OF#*',
      'CLIPS_DUE',
      'COUNTERS_DUE#*',
    ],
    gets: {},
  },
  chunks: {
    writes: ['CAMERA#*', 'CAMERA_SLOTS'],
    reads: [],
    gets: {},
    without: ['BatchGetItem', 'ConditionCheckItem', 'DeleteItem'],
  },
  // It writes when reminders of a schedule are due next.
  news: {
    writes: ['NEWS#*', 'NOTICE#*', 'CHANNEL#*', 'LIBRARY#*'],
    reads: [
      'VIDEO#*',
      'USERNAME#*',
      'ROOM#*',
      'BELLS#*',
      'FOLLOWERS#*',
      'NEWS_DUE',
      'SCHEDULES_DUE',
      'REMINDED#*',
      'MAIL#*',
    ],
    gets: {},
  },
} as const satisfies Record<LambdaName, TableAccess>;

/** A statement of IAM, without the resources. */
export interface ItemGrant {
  readonly actions: readonly string[];
  readonly conditions: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
  /** Whether it is of the indexes, too. */
  readonly isOfIndexes: boolean;
}

/**
 * What a Lambda's role is granted. `LeadingKeys` are the partition keys that a request names, of the table or of the index that
 * it asks. One statement has all that is read, because BatchGetItem names all its keys at once, and one statement must allow
 * them all.
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
 * A request without a projection names no attribute, so that all that it names would fit: `Select` refuses it. The
 * documentation does not say whether a GetItem has this key; where it has none, its absence must not refuse every page. Source:
 * DynamoDB Developer Guide, "Using IAM policy conditions for fine-grained access control", whose examples ask "IfExists".
 */
const onlyThese = (attributes: readonly string[]) => ({
  'ForAllValues:StringEquals': { 'dynamodb:Attributes': namedAttributes(attributes) },
  StringEqualsIfExists: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
});

/** What a request for one item names: the attributes that it may, and always those of the key. */
export const namedAttributes = (attributes: readonly string[]): readonly string[] => [
  tableSchema.partitionKey,
  tableSchema.sortKey,
  ...attributes,
];

/** The partition key of the table, or of an index. */
export const partitionKeyOf = (indexName?: string): string =>
  tableSchema.indexes.find(({ name }) => name === indexName)?.partitionKey ?? tableSchema.partitionKey;
