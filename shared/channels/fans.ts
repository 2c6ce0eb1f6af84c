/**
 * Fans that people own: a channel's collection, the fans of a stream or video, and the search for fans. Not in the
 * specification.
 */
import * as z from 'zod/mini';
import { broken } from '../base/errors.ts';
import {
  described,
  entity,
  Game,
  Id,
  notEmpty,
  PageQuery,
  PictureUrl,
  Timestamp,
  visibleText,
  wholeNumber,
} from '../base/fields.ts';
import { routes } from '../base/route.ts';
import { SEARCH_MAX_LENGTH } from '../limits.ts';
import { keptNumber, MEASURES, PLAUSIBLE, type Measure } from '../plain/fans/fan-measures.ts';
import {
  FOUND_FANS_DEFAULT,
  FOUND_FANS_MAX,
  MAKER_MAX_LENGTH,
  MAX_COMPARED,
  MAX_FAN_PICTURES,
  MAX_FANS,
  MAX_REPAIRS,
  MAX_VISIBLE_FANS,
  MIN_COMPARED,
  MODEL_MAX_LENGTH,
  MOTOR_MAX_LENGTH,
  REPAIR_MAX_LENGTH,
} from '../plain/fans/fan-limits.ts';
import { OF_A_CHANNEL, OF_LISTS } from '../plain/freshness.ts';
import { isDay } from '../plain/schedules/time-zones.ts';
import { NamedVideo } from '../videos/videos.ts';
import { Channel } from './channels.ts';

/** A fan's name with searchable content. */
const name = (max: number) =>
  visibleText().check(
    notEmpty(),
    z.maxLength(max),
    z.refine((value) => value === '' || /[\p{L}\p{N}]/u.test(value), broken('no_letter')),
  );

/** A plausible number, or `null`. Rounds to the stored digits. */
function measured(measure: Measure, description: string) {
  const { min, max, digits } = PLAUSIBLE[measure];
  const number = (digits === 0 ? z.int() : z.number()).check(z.gte(min), z.lte(max));
  const kept = z.transform((value: number) => keptNumber(measure, value));
  return described(z._default(z.nullable(z.pipe(number, kept)), null), description);
}

const known = (description: string) => described(z.nullable(z.number()), description);

const Repair = z.strictObject({
  on: described(z.string().check(z.refine(isDay, broken('not_a_day'))), 'The day on which it was done'),
  text: visibleText().check(notEmpty(), z.maxLength(REPAIR_MAX_LENGTH)),
});
type Repair = z.infer<typeof Repair>;

/** A fan as its owner describes it, complete: missing fields are unknown. */
export const FanBody = z.strictObject({
  maker: name(MAKER_MAX_LENGTH),
  model: name(MODEL_MAX_LENGTH),
  kind: described(Game, 'Such as one of the ten categories'),
  year: measured('year', 'In which it was made'),
  blades: measured('blades', 'None for one that shows none'),
  diameter_cm: measured('diameter_cm', 'In centimetres'),
  watts: measured('watts', 'At its highest speed'),
  air_flow_m3h: measured('air_flow_m3h', 'In cubic metres an hour, at its highest speed'),
  noise_dba: measured('noise_dba', 'In dB(A), as its maker or its owner has measured it'),
  speeds: described(z._default(z.nullable(z.int().check(z.gte(1), z.lte(100))), null), 'How many it has'),
  motor: described(
    z._default(visibleText().check(z.maxLength(MOTOR_MAX_LENGTH)), ''),
    'In its owner’s words',
  ),
  picture_urls: z._default(z.array(PictureUrl.check(notEmpty())).check(z.maxLength(MAX_FAN_PICTURES)), []),
  repairs: z._default(z.array(Repair).check(z.maxLength(MAX_REPAIRS)), []),
});
export type FanBody = z.output<typeof FanBody>;

export const Fan = entity('Fan', {
  id: Id,
  channel_id: Id,
  maker: z.string(),
  model: z.string(),
  model_path: described(
    z.string(),
    'Maker and model as they stand in addresses, with a slash between them: `/fans/{model_path}`. What differs in case, accents or spaces alone is one model',
  ),
  kind: z.string(),
  year: known('In which it was made'),
  blades: known('How many'),
  diameter_cm: known('In centimetres'),
  watts: known('At its highest speed'),
  air_flow_m3h: known('In cubic metres an hour, at its highest speed'),
  noise_dba: known('In dB(A)'),
  speeds: known('How many'),
  motor: z.string(),
  picture_urls: z.array(z.string()),
  repairs: described(z.array(entity('Repair', { on: z.string(), text: z.string() })), 'The latest first'),
  added_at: Timestamp,
});
export type Fan = z.infer<typeof Fan>;

/** A fan with its owner, for lists across channels. */
export const OwnedFan = z
  .extend(Fan, { username: z.string(), display_name: z.string() })
  .register(z.globalRegistry, { id: 'OwnedFan' });
export type OwnedFan = z.infer<typeof OwnedFan>;

const Next = described(
  z.nullable(z.string()),
  'Goes on from there as `cursor`; null at the end. There may be one where nothing was found: so much was looked at',
);

export const FoundFans = entity('FoundFans', { fans: z.array(OwnedFan), next: Next });
export type FoundFans = z.infer<typeof FoundFans>;

export const FanModel = entity('FanModel', {
  maker: described(z.string(), 'As the latest of them is written'),
  model: z.string(),
  model_path: z.string(),
  fans: z.array(OwnedFan),
  next: Next,
});
export type FanModel = z.infer<typeof FanModel>;

export const FanModelVideos = entity('FanModelVideos', { videos: z.array(NamedVideo), next: Next });
export type FanModelVideos = z.infer<typeof FanModelVideos>;

export const FanModelStreams = entity('FanModelStreams', { channels: z.array(Channel), next: Next });
export type FanModelStreams = z.infer<typeof FanModelStreams>;

/** Inclusive ranges; one end may be open. */
export type FanRanges = Readonly<Partial<Record<Measure, { readonly from?: number; readonly to?: number }>>>;

const RANGE = /^(\w+):(\d{1,7}(?:\.\d)?)?\.\.(\d{1,7}(?:\.\d)?)?$/;

/** `null` for an invalid or repeated range. */
function readRanges(text: string): FanRanges | null {
  const ranges: Partial<Record<Measure, { from?: number; to?: number }>> = {};
  for (const part of text.split(',')) {
    const [, name, from, to] = RANGE.exec(part) ?? [];
    const measure = MEASURES.find((one) => one === name);
    if (!measure || ranges[measure] || (from === undefined && to === undefined)) return null;
    ranges[measure] = {
      ...(from !== undefined && { from: Number(from) }),
      ...(to !== undefined && { to: Number(to) }),
    };
  }
  return ranges;
}

const Ranges = z.pipe(
  z.string().check(
    z.maxLength(300),
    z.refine((text) => readRanges(text) !== null, broken('not_ranges')),
  ),
  z.transform((text: string): FanRanges => readRanges(text) ?? {}),
);

const FoundQuery = {
  limit: z._default(wholeNumber().check(z.gte(1), z.lte(FOUND_FANS_MAX)), FOUND_FANS_DEFAULT),
  cursor: PageQuery.cursor,
};

/** The part of a fan's name in a URL. */
const segment = z.string().check(z.minLength(1), z.maxLength(MODEL_MAX_LENGTH));
const model = z.object({ maker: segment, model: segment });

const FanIds = z.strictObject({
  fan_ids: z.array(Id).check(z.maxLength(MAX_VISIBLE_FANS)),
});

export const fansRoutes = routes({
  'GET /fans': {
    summary:
      'Fans of all channels, the newest first; by words of maker, model, kind and motor, and by ranges, in no particular order',
    access: 'public',
    query: z.object({
      q: z.optional(z.string().check(z.maxLength(SEARCH_MAX_LENGTH))),
      ranges: described(
        z.optional(Ranges),
        `Of ${MEASURES.join(', ')}: \`noise_dba:..40,year:1950..1970\`, both ends included`,
      ),
      ...FoundQuery,
    }),
    response: FoundFans,
    cache: OF_LISTS,
  },
  'GET /fans/channels/{channel_id}': {
    summary: 'A channel’s collection, the newest first',
    // The owner sees a change at once, while a cache may be older.
    access: 'optional',
    params: z.object({ channel_id: Id }),
    query: z.object(PageQuery),
    response: z.array(Fan),
    paged: true,
    cache: OF_A_CHANNEL,
    errors: ['not_found'],
  },
  'GET /fans/compare/{ids}': {
    summary: 'Two to four fans, by their ids with commas between them. Those that are gone are left out',
    access: 'public',
    params: z.object({
      ids: z.pipe(
        z.string().check(
          z.refine((text) => {
            const ids = text.split(',');
            const isRight = ids.length >= MIN_COMPARED && ids.length <= MAX_COMPARED;
            return isRight && new Set(ids).size === ids.length && ids.every((id) => Id.safeParse(id).success);
          }, broken('not_compared_ids')),
        ),
        z.transform((text: string) => text.split(',')),
      ),
    }),
    response: z.array(OwnedFan),
    cache: OF_LISTS,
  },
  'GET /fans/models/{maker}/{model}': {
    summary: 'All fans of a model, whosever they are, the newest first',
    access: 'public',
    params: model,
    query: z.object(FoundQuery),
    response: FanModel,
    cache: OF_LISTS,
    errors: ['not_found'],
  },
  'GET /fans/models/{maker}/{model}/videos': {
    summary: 'The public videos that show a fan of this model, the newest first',
    access: 'public',
    params: model,
    query: z.object(FoundQuery),
    response: FanModelVideos,
    cache: OF_LISTS,
  },
  'GET /fans/models/{maker}/{model}/streams': {
    summary: 'The channels whose stream shows a fan of this model, live or not',
    access: 'public',
    params: model,
    query: z.object(FoundQuery),
    response: FanModelStreams,
    cache: OF_LISTS,
  },
  'GET /fans/streams/{channel_id}': {
    summary: 'The fans that a channel’s stream shows, as its owner says',
    access: 'optional',
    params: z.object({ channel_id: Id }),
    response: z.array(Fan),
    cache: OF_A_CHANNEL,
    errors: ['not_found'],
  },
  'PUT /fans/streams': {
    summary: 'Say which fans of one’s own one’s stream shows. Repeated: answers the same',
    access: 'signed-in',
    body: FanIds,
    response: z.array(Fan),
    errors: ['not_found', 'forbidden', 'busy'],
  },
  'GET /fans/videos/{video_id}': {
    summary: 'The fans that a video shows, as its owner says',
    access: 'optional',
    params: z.object({ video_id: Id }),
    response: z.array(Fan),
    cache: OF_A_CHANNEL,
    errors: ['not_found'],
  },
  'PUT /fans/videos/{video_id}': {
    summary: 'Say which fans of one’s own a video of one’s own shows. Repeated: answers the same',
    access: 'signed-in',
    params: z.object({ video_id: Id }),
    body: FanIds,
    response: z.array(Fan),
    errors: ['not_found', 'forbidden', 'busy'],
  },
  'PUT /fans/{id}': {
    summary: `Add a fan to one’s collection, which has at most ${MAX_FANS}, or change one of it. The id is made up by who adds it. Repeated: answers the same`,
    access: 'signed-in',
    params: z.object({ id: Id }),
    body: FanBody,
    response: Fan,
    errors: ['not_found', 'forbidden', 'conflict', 'busy'],
  },
  'DELETE /fans/{id}': {
    summary: 'Delete a fan of one’s own. While there is none: changes nothing',
    access: 'signed-in',
    params: z.object({ id: Id }),
    status: 204,
    response: z.undefined(),
    errors: ['forbidden', 'busy'],
  },
});
