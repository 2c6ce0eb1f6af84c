/** Uploads pictures directly to S3: shared/channels/pictures.ts. */
import type { PICTURE_TYPES, PictureUpload } from '#shared/channels/pictures.ts';
import { ApiFailure, call } from '../api/api.ts';
import type { PictureChoice } from './picture.ts';
import { timedFetch } from '../api/timed-fetch.ts';
import { t } from '../i18n/messages.ts';

type ContentType = (typeof PICTURE_TYPES)[number];

/** Of a picture of some megabytes by a slow line. */
const UPLOAD_MAX_MS = 180_000;

/** Remembers uploads, so that a retry of a later step does not repeat them. */
const uploaded = new WeakMap<Blob, string>();

/** Uploads a new picture and returns its address. Throws `ApiFailure` with a text for users. */
export const addressOf = async (choice: PictureChoice): Promise<string> =>
  typeof choice === 'string' ? choice : uploadPicture(choice.blob);

/** Uploads an encoded picture and returns its address. Throws `ApiFailure` with a text for users. */
export async function uploadPicture(picture: Blob): Promise<string> {
  const known = uploaded.get(picture);
  if (known) return known;
  const upload = await call('POST /pictures', {
    body: { content_type: picture.type as ContentType, size: picture.size },
  });
  await send(upload, picture);
  const { url } = await call('POST /pictures/{id}/complete', { params: { id: upload.picture_id } });
  uploaded.set(picture, url);
  return url;
}

async function send({ url, fields }: PictureUpload, picture: Blob): Promise<void> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  // S3 ignores fields after the file.
  form.set('file', picture);
  const response = await timedFetch(url, { method: 'POST', body: form }, UPLOAD_MAX_MS).catch(
    (cause: unknown) => {
      throw new ApiFailure({ status: 0, code: 'network', cause });
    },
  );
  if (response.ok) return;
  // S3's messages are not for users.
  const detail = t('common.pictureUploadFailed');
  throw new ApiFailure({ status: response.status, code: 'unreadable', detail });
}
