/**
 * Videos: specification §3 (Video publish payload), §5, §7 (`/videos/*`) and §9; the rest is not in the specification.
 */
import * as z from 'zod/mini';
import { Fault } from '../base/api-error.ts';
import {
  count,
  described,
  entity,
  fileSize,
  Game,
  Id,
  LanguageTag,
  notEmpty,
  PageQuery,
  PictureUrl,
  Tags,
  text,
  Timestamp,
  Title,
  trimmedText,
} from '../base/fields.ts';
import { DESCRIPTION_MAX_LENGTH, FILENAME_MAX_LENGTH, MAX_UPLOAD_BYTES } from '../limits.ts';
import { CaptionReading, CaptionsBody } from './captions.ts';
import { PassText } from '../people/passes.ts';
import { ViewerOrigin } from '../people/viewer-origin.ts';
import { routes } from '../base/route.ts';
import { MAX_CAPTIONS } from '../plain/captions/caption-limits.ts';
import { LATEST, OF_LISTS } from '../plain/freshness.ts';
import type { VideoText } from './video-fields.ts';
import { VISIBILITIES } from '../plain/videos/visibilities.ts';

export const VideoStatus = z.enum(['processing', 'ready', 'failed']);
export type VideoStatus = z.infer<typeof VideoStatus>;

const Visibility = z.enum(VISIBILITIES);
export type Visibility = z.infer<typeof Visibility>;

export const Captions = entity('Captions', {
  language: LanguageTag,
  label: z.string(),
  url: described(z.string(), 'WebVTT; another file has another address'),
});
export type Captions = z.infer<typeof Captions>;

export const Video = entity('Video', {
  id: Id,
  channel_id: Id,
  username: z.string(),
  kind: z.enum(['upload', 'replay']),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  tags: z.array(z.string()),
  visibility: described(
    Visibility,
    '`unlisted`: in no list and no search, open to people with its address; `private`: its owner’s alone',
  ),
  status: VideoStatus,
  percent: described(count().check(z.lte(100)), 'Of the processing'),
  reason: described(z.nullable(z.string()), 'Why it failed, in English'),
  failure: described(
    z.optional(Fault),
    'Why it failed, for programs; of an old video, `reason` alone says it',
  ),
  playback_url: described(z.nullable(z.string()), 'The HLS playlist, once ready'),
  thumbnail_url: described(
    z.nullable(z.string()),
    'The picture that its owner chose, or a poster of the video; null where there is none yet',
  ),
  storyboard_url: described(
    z.nullable(z.string()),
    'WebVTT with pictures for the seek bar (media fragments `#xywh`)',
  ),
  curve_url: described(
    z.optional(z.string()),
    'WebVTT metadata: how fast the fan turned and how loud it was, as its streamer’s meter heard it; left out where it has none',
  ),
  captions: described(z.optional(z.array(Captions)), 'By language; left out where there are none'),
  captioned_url: described(
    z.optional(z.string()),
    'The HLS playlist with these captions as renditions, and with the chapters of the description, for players that show them themselves; left out where there are none, and where its owner alone may see the video',
  ),
  duration_s: z.nullable(z.number().check(z.gte(0))),
  views: count(),
  likes: count(),
  created_at: Timestamp,
  is_removed: described(
    z.optional(z.boolean()),
    'The site’s moderators have removed it: only its owner sees it, whatever its visibility',
  ),
});
export type Video = z.infer<typeof Video>;

/** As Apple's HLS players read it: "JSON chapters" in the documentation of HTTP Live Streaming. */
export const ChapterEntry = z
  .object({
    chapter: z.int().check(z.gte(1)),
    'start-time': described(z.number().check(z.gte(0)), 'Seconds'),
    duration: described(z.number().check(z.gte(0)), 'Seconds'),
    titles: z.array(z.object({ language: z.string(), title: z.string() })),
  })
  .register(z.globalRegistry, { id: 'ChapterEntry' });
export type ChapterEntry = z.infer<typeof ChapterEntry>;

const CaptionedVideo = z
  .extend(Video, { reading: CaptionReading })
  .register(z.globalRegistry, { id: 'CaptionedVideo' });

/** A video with its channel's name, for lists across channels. */
export const NamedVideo = z
  .extend(Video, { display_name: z.string() })
  .register(z.globalRegistry, { id: 'NamedVideo' });
export type NamedVideo = z.infer<typeof NamedVideo>;

const PartNumber = z.int().check(z.gte(1));
const PartUrl = z.object({ part_number: PartNumber, url: z.string() });
const StoredPart = z.object({
  part_number: PartNumber.check(z.lte(10_000)),
  etag: z.string().check(z.minLength(1), z.maxLength(100)),
});

const uploadFields = {
  upload_id: Id,
  video_url: described(z.string(), 'Names the upload to `POST /videos/publish`'),
  part_size: described(z.int(), 'Bytes of each part but the last'),
  parts: described(z.array(PartUrl), 'PUT each part here, and keep the ETag of the answer'),
};

export const VideoUpload = entity('VideoUpload', uploadFields);
export type VideoUpload = z.infer<typeof VideoUpload>;

export const VideoUploadStatus = entity('VideoUploadStatus', {
  ...uploadFields,
  size: z.int(),
  stored: described(z.array(StoredPart), 'Parts that S3 has already; `parts` are the others'),
  completed: z.boolean(),
});
export type VideoUploadStatus = z.infer<typeof VideoUploadStatus>;

const UploadedVideo = entity('UploadedVideo', { video_url: z.string() });
export type UploadedVideo = z.infer<typeof UploadedVideo>;

const Description = trimmedText().check(z.maxLength(DESCRIPTION_MAX_LENGTH));

const publication = {
  video_url: text().check(notEmpty(), z.maxLength(500)),
  title: Title,
  category: Game,
  description: z._default(Description, ''),
  tags: z._default(Tags, []),
  visibility: z._default(Visibility, 'public'),
  thumbnail_url: described(z._default(PictureUrl, ''), 'Empty: a poster is taken from the video'),
} satisfies Record<VideoText, z.ZodMiniType> & Record<string, z.ZodMiniType>;
export const PublishBody = z.strictObject(publication);
export type PublishBody = z.infer<typeof PublishBody>;

/** Missing fields stay unchanged. */
const videoUpdate = {
  title: z.optional(Title),
  category: z.optional(Game),
  description: z.optional(Description),
  tags: z.optional(Tags),
  visibility: z.optional(Visibility),
  thumbnail_url: z.optional(PictureUrl),
} satisfies Record<VideoText, z.ZodMiniType> & Record<string, z.ZodMiniType>;
export const VideoUpdate = z.strictObject(videoUpdate);
export type VideoUpdate = z.infer<typeof VideoUpdate>;

const params = z.object({ id: Id });
const captionsParams = z.object({ id: Id, language: LanguageTag });
const captionedParams = z.object({
  id: Id,
  playlist: described(z.string().check(z.regex(/^[\dA-Za-z-]{2,35}\.m3u8$/)), 'The language: `en.m3u8`'),
});
const subtitlesParams = z.object({
  id: Id,
  file: z.string().check(z.regex(/^[\dA-Za-z-]{2,35}_\d{1,10}\.vtt$/)),
});
const HLS = 'application/vnd.apple.mpegurl';
const uploadParams = z.object({ upload_id: Id });

export const videosRoutes = routes({
  'POST /videos/upload': {
    summary: 'Begin an upload in parts. As multipart/form-data with `file`: a whole small file at once',
    access: 'signed-in',
    scope: 'videos:write',
    body: z.strictObject({
      filename: trimmedText().check(notEmpty(), z.maxLength(FILENAME_MAX_LENGTH)),
      size: fileSize(MAX_UPLOAD_BYTES, 'video_too_large'),
      content_type: text().check(z.maxLength(100)),
    }),
    file: { field: 'file', response: UploadedVideo },
    status: 201,
    response: VideoUpload,
    errors: ['payload_too_large', 'too_many_requests'],
  },
  'GET /videos/upload/{upload_id}': {
    summary: 'What of an upload is stored, and where to send the rest',
    access: 'signed-in',
    scope: 'videos:write',
    params: uploadParams,
    response: VideoUploadStatus,
    errors: ['not_found', 'unsupported_media_type'],
  },
  'POST /videos/upload/{upload_id}/complete': {
    summary: 'Put the parts together. Repeated: answers the same',
    access: 'signed-in',
    scope: 'videos:write',
    params: uploadParams,
    body: z.strictObject({
      parts: z.array(StoredPart).check(z.minLength(1), z.maxLength(10_000)),
    }),
    response: UploadedVideo,
    errors: ['not_found', 'conflict', 'payload_too_large'],
  },
  'DELETE /videos/upload/{upload_id}': {
    summary: 'Give an upload up, with what of it is stored. Repeated: answers the same',
    access: 'signed-in',
    scope: 'videos:write',
    params: uploadParams,
    status: 204,
    response: z.undefined(),
    errors: ['conflict'],
  },
  'POST /videos/publish': {
    summary: 'Publish an upload on the caller’s channel. Repeated: answers the same video',
    access: 'signed-in',
    scope: 'videos:write',
    body: PublishBody,
    status: 201,
    response: Video,
    errors: ['not_found', 'forbidden', 'conflict', 'payload_too_large', 'too_many_requests'],
  },
  'GET /videos': {
    summary:
      'A channel’s public videos, newest first. Its owner sees all, also those that are processing or have failed',
    access: 'optional',
    scope: 'videos:write',
    query: z.object({ channel: Id, ...PageQuery }),
    response: z.array(Video),
    paged: true,
    cache: LATEST,
  },
  'GET /videos/latest': {
    summary: 'The videos and replays of all channels that everybody may see, newest first',
    access: 'public',
    query: z.object(PageQuery),
    response: z.array(NamedVideo),
    paged: true,
    cache: OF_LISTS,
  },
  'GET /videos/{id}': {
    summary: 'One video; while it is not ready, or private, its owner alone finds it',
    access: 'optional',
    scope: 'videos:write',
    params,
    response: Video,
    cache: LATEST,
    errors: ['not_found'],
  },
  'GET /videos/{id}/captioned.m3u8': {
    summary:
      'The HLS playlist of a video that is not private, with its captions as renditions and its chapters',
    access: 'public',
    params,
    response: z.string(),
    contentType: HLS,
    cache: LATEST,
    errors: ['not_found'],
  },
  'GET /videos/{id}/chapters.json': {
    summary: 'The chapters of a video that is not private, in the form that the playlist names',
    access: 'public',
    params,
    response: z.array(ChapterEntry),
    cache: LATEST,
    errors: ['not_found'],
  },
  'GET /videos/{id}/captioned/{playlist}': {
    summary: 'The HLS playlist of a video’s captions in a language',
    access: 'public',
    params: captionedParams,
    response: z.string(),
    contentType: HLS,
    cache: LATEST,
    errors: ['not_found'],
  },
  'GET /videos/{id}/captioned/subtitles/{file}': {
    summary: 'A video’s captions in WebVTT, at the times of its media, as their playlist lists them',
    access: 'public',
    params: subtitlesParams,
    response: z.string(),
    contentType: 'text/vtt; charset=utf-8',
    cache: LATEST,
    errors: ['not_found'],
  },
  'POST /videos/{id}/views': {
    summary:
      'Count a view, by a pass to the video: once a viewer has watched for a while. Repeated: counts once a day',
    access: 'public',
    params,
    body: z.strictObject({ pass: PassText }),
    counts: 'view',
    status: 204,
    response: z.undefined(),
    errors: ['not_found', 'forbidden', 'too_many_requests'],
  },
  'POST /videos/{id}/played': {
    summary:
      'Say which hundredths of a video a viewer has played, by a pass to it; each counts once a day, however often it is sent',
    access: 'public',
    params,
    body: z.strictObject({
      pass: PassText,
      steps: described(
        z.string().check(z.regex(/^[\da-f]{25}$/)),
        'A hundred bits, in hexadecimal digits; the last bit is the first hundredth',
      ),
      origin: ViewerOrigin,
    }),
    counts: 'view',
    status: 204,
    response: z.undefined(),
    errors: ['not_found', 'forbidden', 'too_many_requests'],
  },
  'PATCH /videos/{id}': {
    summary: 'Change what stands beside a video of one’s own',
    access: 'signed-in',
    scope: 'videos:write',
    params,
    body: VideoUpdate,
    response: Video,
    errors: ['not_found', 'forbidden'],
  },
  'PUT /videos/{id}/captions/{language}': {
    summary: `Add captions in a language to a ready video of one’s own, or replace them; at most ${MAX_CAPTIONS} languages`,
    access: 'signed-in',
    scope: 'videos:write',
    params: captionsParams,
    body: CaptionsBody,
    response: CaptionedVideo,
    errors: ['not_found', 'forbidden', 'conflict', 'too_many_requests'],
  },
  'DELETE /videos/{id}/captions/{language}': {
    summary: 'Delete the captions of a video of one’s own in a language. Repeated: answers the same',
    access: 'signed-in',
    scope: 'videos:write',
    params: captionsParams,
    response: Video,
    errors: ['not_found', 'forbidden'],
  },
  'DELETE /videos/{id}': {
    summary: 'Delete a video of one’s own and its files. Repeated: answers the same',
    access: 'signed-in',
    scope: 'videos:write',
    params,
    status: 204,
    response: z.undefined(),
    errors: ['forbidden'],
  },
});
