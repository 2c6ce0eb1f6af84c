import { ulid } from 'ulid';
import type { Fan } from '#shared/channels/fans.ts';
import { collections, type DemoFan } from '../cast/collections.ts';
import { drawThumbnail } from '../drawing/posters.ts';
import type { Person } from './people.ts';
import { uploadPicture } from './pictures.ts';

const isSame = (a: Pick<Fan, 'maker' | 'model'>, b: Pick<Fan, 'maker' | 'model'>): boolean =>
  a.maker === b.maker && a.model === b.model;

const collectionOf = ({ api, id }: Person): Promise<Fan[]> =>
  api.call('GET /fans/channels/{channel_id}', { params: { channel_id: id }, query: { limit: 100 } });

/** Adds the cast's fans that this person does not have yet, and lists them in the person's stream. */
export async function collectFans(person: Person): Promise<void> {
  const { api, channel, id } = person;
  const wanted = collections[channel.username] ?? [];
  const known = await collectionOf(person);
  const fans = [...known];
  // The newest is listed first.
  for (const fan of wanted.toReversed())
    if (!known.some((one) => isSame(one, fan.facts))) fans.push(await addFan(person, fan));
  const onStream = await api.call('GET /fans/streams/{channel_id}', { params: { channel_id: id } });
  const fan_ids = idsOnStream(person, fans);
  if (onStream.length === 0 && fan_ids.length > 0) await api.call('PUT /fans/streams', { body: { fan_ids } });
}

/** Lists the fans of the person's stream in their video too. */
export async function nameFans(person: Person, videoId: string): Promise<void> {
  const fan_ids = idsOnStream(person, await collectionOf(person));
  await person.api.call('PUT /fans/videos/{video_id}', { params: { video_id: videoId }, body: { fan_ids } });
}

function idsOnStream({ channel }: Person, fans: readonly Fan[]): string[] {
  const onStream = (collections[channel.username] ?? []).filter(({ isOnStream }) => isOnStream);
  return onStream.flatMap(({ facts }) => fans.find((one) => isSame(one, facts))?.id ?? []);
}

async function addFan({ api, channel }: Person, { facts, drawn, repairs }: DemoFan): Promise<Fan> {
  const picture = await uploadPicture(api, drawThumbnail({ ...channel.scenery, fan: drawn }));
  const body = {
    ...facts,
    picture_urls: [picture],
    repairs: repairs.map(([on, text]) => ({ on, text })),
  };
  return api.call('PUT /fans/{id}', { params: { id: ulid() }, body });
}
