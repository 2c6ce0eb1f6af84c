import type { PageRequest } from '#functions/base/page.ts';
import type {
  Fan,
  FanModel,
  FanModelStreams,
  FanModelVideos,
  FanRanges,
  FoundFans,
  OwnedFan,
} from '#shared/channels/fans.ts';
import { notFound } from '#functions/base/errors.ts';
import { modelKeyOf } from './fan.ts';
import { withDisplayNames } from '#functions/channels/index.ts';
import { queryWords } from '#functions/word-index/words.ts';
import type { FansDeps } from './fans.service.ts';

interface FanSearch extends PageRequest {
  readonly q?: string | undefined;
  readonly ranges?: FanRanges | undefined;
}

/** Names of a model, or their slugs. */
interface ModelNames {
  readonly maker: string;
  readonly model: string;
}

/** Without words and ranges: all fans, newest first. Leaves out fans of suspended channels. */
export async function findFans(
  { fanSearch, findVisible }: Pick<FansDeps, 'fanSearch' | 'findVisible'>,
  { q = '', ranges = {}, limit, cursor }: FanSearch,
): Promise<FoundFans> {
  const { items, next } = await fanSearch.find({ words: queryWords(q), ranges, limit, cursor });
  return { fans: await withOwners(findVisible, items), next };
}

/** The existing fans, in the order of `ids`. */
export const compareFans = async (
  { fans, findVisible }: FansDeps,
  ids: readonly string[],
): Promise<OwnedFan[]> => withOwners(findVisible, await fans.findMany(ids));

/** Throws `not_found` if no fan is of this model. */
export async function getModel(
  { models, findVisible }: FansDeps,
  names: ModelNames,
  part: PageRequest,
): Promise<FanModel> {
  const { items, next } = await models.listFans(modelKeyOf(names), part);
  const fans = await withOwners(findVisible, items);
  const [first] = fans;
  if (!first && !next) throw notFound('model');
  const { maker, model, model_path } = first ?? { ...names, model_path: `${names.maker}/${names.model}` };
  return { maker, model, model_path, fans, next };
}

export async function modelVideos(
  { models, findVisible, names: channelNames }: FansDeps,
  names: ModelNames,
  part: PageRequest,
): Promise<FanModelVideos> {
  const { items: ids, next } = await models.listShowings('video', modelKeyOf(names), part);
  const { videos } = await findVisible([], ids);
  return { videos: await withDisplayNames(channelNames, present(ids, videos)), next };
}

export async function modelStreams(
  { models, findVisible }: FansDeps,
  names: ModelNames,
  part: PageRequest,
): Promise<FanModelStreams> {
  const { items: ids, next } = await models.listShowings('channel', modelKeyOf(names), part);
  const { channels } = await findVisible(ids, []);
  return { channels: present(ids, channels), next };
}

async function withOwners(findVisible: FansDeps['findVisible'], fans: readonly Fan[]): Promise<OwnedFan[]> {
  const { channels } = await findVisible([...new Set(fans.map(({ channel_id }) => channel_id))], []);
  return fans.flatMap((fan) => {
    const owner = channels.get(fan.channel_id);
    return owner ? [{ ...fan, username: owner.username, display_name: owner.display_name }] : [];
  });
}

const present = <T>(ids: readonly string[], found: ReadonlyMap<string, T>): T[] =>
  ids.flatMap((id) => found.get(id) ?? []);
