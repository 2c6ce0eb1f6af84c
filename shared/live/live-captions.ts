/** Captions of a broadcast while it is live. Not in the specification. */
import * as z from 'zod/mini';
import { broken } from '../base/errors.ts';
import {
  described,
  entity,
  Id,
  LanguageTag,
  notEmpty,
  Timestamp,
  visibleText,
  wholeNumber,
} from '../base/fields.ts';
import { routes } from '../base/route.ts';
import {
  CAPTION_SLOT_MS,
  LATEST_CUES,
  LIVE_CUE_MAX_AGE_MS,
  LIVE_CUE_MAX_LENGTH,
  LIVE_CUE_MAX_S,
} from '../plain/captions/live-captions.ts';
import { LATEST } from '../plain/freshness.ts';

const LiveCue = entity('LiveCue', {
  id: z.string(),
  at: described(
    Timestamp,
    'When the picture was recorded to which it belongs, as in EXT-X-PROGRAM-DATE-TIME',
  ),
  duration_s: z.number(),
  text: z.string(),
});
export type LiveCue = z.infer<typeof LiveCue>;

const LiveCaptions = entity('LiveCaptions', {
  language: described(z.nullable(LanguageTag), 'null: the broadcast has no captions'),
  cues: described(z.array(LiveCue), 'By time'),
});
export type LiveCaptions = z.infer<typeof LiveCaptions>;

const LatestLiveCues = entity('LatestLiveCues', {
  is_on: described(z.boolean(), 'Whether captions can be added and are shown'),
  cues: described(
    z.array(LiveCue),
    `At most ${LATEST_CUES}, the latest first; also those that are not shown`,
  ),
});
export type LatestLiveCues = z.infer<typeof LatestLiveCues>;

const LiveCaptionsSettings = entity('LiveCaptionsSettings', { is_on: z.boolean() });
export type LiveCaptionsSettings = z.infer<typeof LiveCaptionsSettings>;

const CueId = z.string().check(z.regex(/^[\w-]{16,40}$/, broken('not_an_id')));

const LiveCueBody = z.strictObject({
  id: described(
    CueId,
    'Chosen by the client; sent again with the same time, it changes nothing; with another, it is refused',
  ),
  at: described(
    Timestamp,
    `When the picture was recorded to which it belongs, at most ${LIVE_CUE_MAX_AGE_MS / 1000} s ago`,
  ),
  duration_s: described(
    z.optional(z.number().check(z.gte(0.3), z.lte(LIVE_CUE_MAX_S))),
    'Left out: as long as it takes to read',
  ),
  text: visibleText().check(notEmpty(), z.maxLength(LIVE_CUE_MAX_LENGTH)),
  language: described(LanguageTag, 'Of the broadcast’s captions; the latest one counts'),
});
export type LiveCueBody = z.infer<typeof LiveCueBody>;

const StreamParams = z.object({ stream_id: Id });

const moderating = {
  access: 'signed-in',
  params: StreamParams,
  errors: ['not_found', 'forbidden'],
} as const;

export const liveCaptionsRoutes = routes({
  'POST /browser-stream/{stream_id}/captions': {
    summary: 'Add a caption to a live broadcast, as its streamer or a moderator of the channel’s chat',
    access: 'signed-in',
    scope: 'stream:manage',
    params: StreamParams,
    body: LiveCueBody,
    status: 201,
    response: LiveCue,
    errors: ['not_found', 'forbidden', 'conflict', 'too_many_requests'],
  },
  'GET /browser-stream/{stream_id}/captions': {
    ...moderating,
    summary: 'The latest captions of a broadcast, for its streamer and the moderators of the chat',
    response: LatestLiveCues,
  },
  'PUT /browser-stream/{stream_id}/captions/settings': {
    ...moderating,
    scope: 'stream:manage',
    summary: 'Turn the captions of a live broadcast off or on. While they are off, none are added or shown',
    body: z.strictObject({ is_on: z.boolean() }),
    response: LiveCaptionsSettings,
    errors: ['not_found', 'forbidden', 'conflict'],
  },
  'DELETE /browser-stream/{stream_id}/captions/{at}/{id}': {
    ...moderating,
    scope: 'stream:manage',
    summary: 'Delete a caption, also on open pages. One that is gone: changes nothing',
    params: z.object({ stream_id: Id, at: described(Timestamp, 'As in the caption'), id: CueId }),
    status: 204,
    response: z.undefined(),
  },
  'GET /browser-stream/{stream_id}/live/captions/{slot}': {
    summary: `The captions of ${CAPTION_SLOT_MS / 1000} s of a broadcast`,
    access: 'public',
    params: z.object({
      stream_id: Id,
      slot: described(
        wholeNumber().check(z.gte(0), z.lt(1e9)),
        `The time of the pictures, in ms since 1970, divided by ${CAPTION_SLOT_MS} and rounded down`,
      ),
    }),
    response: LiveCaptions,
    cache: LATEST,
    errors: ['not_found'],
  },
  'GET /browser-stream/{stream_id}/live/subtitles/{file}': {
    summary: 'The captions of a segment in WebVTT, as the playlist of captions lists them: by when they came',
    access: 'public',
    params: z.object({ stream_id: Id, file: z.string().check(z.regex(/^\d{1,8}-\d{1,8}\.vtt$/)) }),
    response: z.string(),
    contentType: 'text/vtt; charset=utf-8',
    cache: LATEST,
    errors: ['not_found'],
  },
});
