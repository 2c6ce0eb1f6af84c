/** Saves what has changed in "Edit profile": pictures, then the profile, then what the stream shows. */
import type { Channel, ProfileUpdate } from '../../../../shared/channels/streamers.ts';
import { ApiFailure, call } from '../../lib/api/api.ts';
import { addressOf } from '../../lib/pictures/pictures.upload.ts';
import { type ProfileForm, pictureChanges, statusChanges, textChanges } from './profile-form.ts';

/**
 * Answers the channel as it is now; `null` when nothing had changed. Throws `ApiFailure`; done again it repeats
 * nothing that would show.
 */
export async function saveProfile(form: ProfileForm, before: ProfileForm): Promise<Channel | null> {
  const pictures: ProfileUpdate = {};
  for (const [name, picture] of pictureChanges(form, before)) {
    pictures[name] = await addressOf(picture);
  }
  const profile = { ...textChanges(form, before), ...pictures };
  const status = statusChanges(form, before);
  let channel: Channel | null = null;
  if (hasFields(profile)) channel = await call('PUT /streamers/profile', { body: profile });
  if (hasFields(status)) channel = await call('PATCH /streamers/status', { body: status });
  return channel;
}

/** Why it was not saved, in words for the person. */
export const whyNotSaved = (error: unknown): string =>
  error instanceof ApiFailure && (error.detail !== undefined || error.code === 'network')
    ? error.message
    : 'Your profile could not be saved. Please try again.';

const hasFields = (update: object): boolean => Object.keys(update).length > 0;
