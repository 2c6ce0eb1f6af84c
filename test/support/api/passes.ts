import type { WatchedKind } from '#shared/people/passes.ts';
import { expectSuccess } from './contract-checks.ts';
import type { ApiAnswer, LocalApi } from './local-api.ts';

/** A pass of one more viewer. */
export async function passTo(site: Pick<LocalApi, 'api'>, kind: WatchedKind, id: string): Promise<string> {
  const answer = await site.api('POST', `/passes/${kind}/${id}`);
  return expectSuccess('POST /passes/{kind}/{id}', answer).pass;
}

/** A pass for who only listens to who goes live. */
export const passToLists = async (site: Pick<LocalApi, 'api'>): Promise<string> =>
  expectSuccess('POST /passes/lists', await site.api('POST', '/passes/lists')).pass;

/** What one more viewer of a video does. */
export const watchVideo = async (site: LocalApi, id: string): Promise<ApiAnswer> =>
  site.api('POST', `/videos/${id}/views`, { body: { pass: await passTo(site, 'video', id) } });
