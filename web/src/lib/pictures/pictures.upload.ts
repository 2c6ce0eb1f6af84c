/** Uploads pictures straight to S3: shared/channels/pictures.ts. */
import type { PictureUpload } from '../../../../shared/channels/pictures.ts';
import { ApiFailure, call } from '../api/api.ts';
import type { PictureChoice } from './picture.ts';

type ContentType = 'image/jpeg' | 'image/webp';

/** What has been uploaded stays so, when a later step fails and everything is tried again. */
const uploaded = new WeakMap<Blob, string>();

/** The address of a choice: a new picture is uploaded first. Throws `ApiFailure`, its message for the person. */
export const addressOf = async (choice: PictureChoice): Promise<string> =>
  typeof choice === 'string' ? choice : uploadPicture(choice.blob);

/** Uploads a picture of `encodePicture` and answers its address. Throws `ApiFailure`, its message for the person. */
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
  // S3 reads no field that comes after the file.
  form.set('file', picture);
  const response = await fetch(url, { method: 'POST', body: form }).catch((cause: unknown) => {
    throw new ApiFailure({ status: 0, code: 'network', cause });
  });
  if (response.ok) return;
  // S3's own words are for programs.
  const detail = 'The picture could not be uploaded. Please try again.';
  throw new ApiFailure({ status: response.status, code: 'unreadable', detail });
}
