/** How fans of many channels are found. Whoever is suspended shows none. */
import type { PageRequest } from '../base/page.ts';
import type {
  Fan,
  FanModel,
  FanModelStreams,
  FanModelVideos,
  FanRanges,
  FoundFans,
  OwnedFan,
} from '../../shared/channels/fans.ts';
import { notFound } from '../base/errors.ts';
import { modelKeyOf } from './fan.ts';
import { named } from '../channels/index.ts';
import { queryWords } from '../word-index/words.ts';
import type { FansPorts } from './ports.ts';

interface Looked extends PageRequest {
  readonly q?: string | undefined;
  readonly ranges?: FanRanges | undefined;
}

/** Names of a model, or what stands for them in an address. */
export interface ModelNames {
  readonly maker: string;
  readonly model: string;
}

/** Fans by words and ranges; all of them, the newest first, where there is neither. */
export async function findFans(
  { found, shown }: Pick<FansPorts, 'found' | 'shown'>,
  { q = '', ranges = {}, limit, cursor }: Looked,
): Promise<FoundFans> {
  const { items, next } = await found.find({ words: queryWords(q), ranges, limit, cursor });
  return { fans: await owned(shown, items), next };
}

/** Those that are there, in the order of their ids. */
export const compareFans = async (
  { fans, shown }: Pick<FansPorts, 'fans' | 'shown'>,
  ids: readonly string[],
): Promise<OwnedFan[]> => owned(shown, await fans.findMany(ids));

/** All fans of a model. Throws `not_found` where there is none. */
export async function getModel(
  { models, shown }: Pick<FansPorts, 'models' | 'shown'>,
  names: ModelNames,
  part: PageRequest,
): Promise<FanModel> {
  const { items, next } = await models.listFans(modelKeyOf(names), part);
  const fans = await owned(shown, items);
  const [first] = fans;
  if (!first && !next) throw notFound('Model');
  const { maker, model, model_path } = first ?? { ...names, model_path: `${names.maker}/${names.model}` };
  return { maker, model, model_path, fans, next };
}

export async function modelVideos(
  { models, shown, names: channelNames }: Pick<FansPorts, 'models' | 'shown' | 'names'>,
  names: ModelNames,
  part: PageRequest,
): Promise<FanModelVideos> {
  const { items: ids, next } = await models.listShowings('video', modelKeyOf(names), part);
  const { videos } = await shown([], ids);
  return { videos: await named(channelNames, present(ids, videos)), next };
}

export async function modelStreams(
  { models, shown }: Pick<FansPorts, 'models' | 'shown'>,
  names: ModelNames,
  part: PageRequest,
): Promise<FanModelStreams> {
  const { items: ids, next } = await models.listShowings('channel', modelKeyOf(names), part);
  const { channels } = await shown(ids, []);
  return { channels: present(ids, channels), next };
}

async function owned(shown: FansPorts['shown'], fans: readonly Fan[]): Promise<OwnedFan[]> {
  const { channels } = await shown([...new Set(fans.map(({ channel_id }) => channel_id))], []);
  return fans.flatMap((fan) => {
    const owner = channels.get(fan.channel_id);
    return owner ? [{ ...fan, username: owner.username, display_name: owner.display_name }] : [];
  });
}

const present = <T>(ids: readonly string[], found: ReadonlyMap<string, T>): T[] =>
  ids.flatMap((id) => found.get(id) ?? []);
