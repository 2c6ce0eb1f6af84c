/** What the parts of a person's data share. */
import type { AnswerOf } from '#shared/base/route.ts';
import type { Contract, RouteName } from '#shared/contract.ts';
import { expectSuccess } from '../contract-checks.ts';
import type { ApiRequest, LocalApi, TestUser } from '../local-api.ts';
import type { VideosStage } from '../videos/videos-stage.ts';

/** Ids of what the parts have written so far. */
export interface SeededIds {
  /** The first is public and ready. */
  videoIds: readonly string[];
  replayId: string;
  /** Of a clip of the person's channel. */
  clipId: string;
  playlistId: string;
  /** Under the first video, with a reply. */
  commentId: string;
  fanIds: readonly string[];
  occurrenceId: string;
  /** Of the direct broadcast that goes on. */
  broadcastId: string;
  captionedAtMs: number;
}

export interface Seeding {
  readonly stage: VideosStage;
  readonly site: LocalApi;
  readonly person: TestUser;
  /** Has the same with the person, where it takes two. */
  readonly friend: TestUser;
  /** Stands in every text of the person's. */
  readonly name: string;
  readonly ids: SeededIds;
}

/** Sends a request as a person. Fails the test unless it succeeds. */
export async function send<N extends RouteName>(
  { site }: Pick<Seeding, 'site'>,
  { token }: Pick<TestUser, 'token'>,
  route: N,
  path: string,
  request: Omit<ApiRequest, 'token'> = {},
): Promise<AnswerOf<Contract[N]>> {
  const method = route.slice(0, route.indexOf(' '));
  return expectSuccess(route, await site.api(method, path, { token, ...request }));
}

/** The person with the friend, and the other way round. */
export const inBothOrders = ({ person, friend }: Seeding) =>
  [
    [person, friend],
    [friend, person],
  ] as const;
