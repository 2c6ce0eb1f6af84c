import type { Channel, ProfileUpdate } from '#shared/channels/channels.ts';
import { drawAvatar, drawThumbnail } from '../drawing/posters.ts';
import { uploadPicture } from './pictures.ts';
import type { Person } from './people.ts';

/** Updates the channel to the cast's description if it differs. Existing pictures are kept. */
export async function dressChannel(person: Person): Promise<void> {
  const { api, channel } = person;
  const current = await api.call('GET /streamers/{username}', { params: { username: channel.username } });
  const profile = { ...profileChanges(person, current), ...(await missingPictures(person, current)) };
  if (Object.keys(profile).length > 0) await api.call('PUT /streamers/profile', { body: profile });
  // A live channel has its stream's details.
  if (!current.is_live) await describeStream(person, current);
}

function profileChanges({ channel }: Person, current: Channel): ProfileUpdate {
  const { displayName: display_name, description, schedule } = channel;
  const wanted = { display_name, description, schedule };
  const keys = Object.keys(wanted) as (keyof typeof wanted)[];
  return Object.fromEntries(
    keys.filter((key) => wanted[key] !== current[key]).map((key) => [key, wanted[key]]),
  );
}

async function missingPictures({ api, channel }: Person, current: Channel): Promise<ProfileUpdate> {
  return {
    ...(!current.avatar && { avatar: await uploadPicture(api, drawAvatar(channel.scenery)) }),
    ...(!current.thumbnail_url && {
      thumbnail_url: await uploadPicture(api, drawThumbnail(channel.scenery)),
    }),
  };
}

async function describeStream({ api, channel }: Person, current: Channel): Promise<void> {
  const { title, game, tags } = channel;
  const isSame = title === current.title && game === current.game && tags.join() === current.tags.join();
  if (!isSame) await api.call('PATCH /streamers/status', { body: { title, game, tags: [...tags] } });
}
