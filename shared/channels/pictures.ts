/**
 * Pictures of a profile or a video, uploaded by the browser directly to S3. Not in the specification beyond §3's
 * `avatar` and `thumbnail_url`. First `POST /pictures`, then the upload, then `complete`, whose `url` goes into the
 * profile or the video.
 */
import * as z from 'zod/mini';
import { described, entity, fileSize, Id } from '../base/fields.ts';
import { MAX_PICTURE_BYTES, MAX_PICTURE_FRAMES, MAX_PICTURE_PIXELS, MEBIBYTE } from '../limits.ts';
import { routes } from '../base/route.ts';

/** GIF and AVIF are for emotes alone. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;

export const PictureUpload = entity('PictureUpload', {
  picture_id: Id,
  url: described(z.string(), 'POST a multipart form here: first `fields`, then `file`'),
  fields: z.record(z.string(), z.string()),
});
export type PictureUpload = z.infer<typeof PictureUpload>;

export const Picture = entity('Picture', { url: z.string() });
export type Picture = z.infer<typeof Picture>;

export const picturesRoutes = routes({
  'POST /pictures': {
    summary: 'Where to upload a picture to',
    access: 'signed-in',
    body: z.strictObject({
      content_type: z.enum(PICTURE_TYPES),
      size: fileSize(MAX_PICTURE_BYTES, 'picture_too_large'),
    }),
    status: 201,
    response: PictureUpload,
  },
  'POST /pictures/{id}/complete': {
    summary: `Check an uploaded picture by its bytes and publish it: at most ${MAX_PICTURE_PIXELS / MEBIBYTE} megapixels, and ${MAX_PICTURE_FRAMES} frames; an animation in AVIF whose picture is not its first frame becomes that picture. Repeated: answers the same`,
    access: 'signed-in',
    params: z.object({ id: Id }),
    response: Picture,
    errors: ['not_found', 'unsupported_media_type', 'payload_too_large'],
  },
});
