import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Quote } from '#shared/community/chat.ts';
import type { Clip } from '#shared/videos/clips.ts';
import { call } from '../api/api.ts';
import { readSession, useSession } from '../api/session/session.ts';
import { keep, readKept } from '../kept.ts';
import { useSetting } from './browser-hooks.ts';

const KEPT_KEY = 'hiddenPeople';

export type HiddenPeople = ReturnType<typeof useHiddenPeople>;

/** The users that the reader hides: stored in the account, or on this device when signed out. */
export function useHiddenPeople() {
  const ofAccount = useHiddenByAccount();
  const ofDevice = useHiddenOnDevice();
  return useSession() ? ofAccount : ofDevice;
}

/** Whose list was empty when this browser last read it: the user's id. */
const EMPTY_LIST_KEY = 'hidesNobody';

const hasEmptyList = (userId: string): boolean => readKept('localStorage', EMPTY_LIST_KEY) === userId;

/** Needs a signed-in user. */
const hiddenPeopleQuery = () =>
  queryOptions({
    queryKey: ['hidden-people'],
    queryFn: async ({ signal }) => {
      const hidden = await call('GET /hidden-people', { signal });
      keep('localStorage', EMPTY_LIST_KEY, hidden.usernames.length === 0 ? readSession()?.user.id : null);
      return hidden;
    },
    meta: { failureLog: 'Error fetching whom you hide' },
  });

/**
 * Whom the reader hides, for lists that are cached for everybody. A reader with an empty list asks for it once in each
 * browser, and again where the chat needs it.
 */
export function useHiddenNames(): readonly string[] {
  const userId = useSession()?.user.id;
  const enabled = userId !== undefined && !hasEmptyList(userId);
  const { data } = useQuery({ ...hiddenPeopleQuery(), enabled, staleTime: STALE_MS });
  const [ofDevice] = useSetting(KEPT_KEY);
  return userId === undefined ? namesIn(ofDevice) : (data?.usernames ?? []);
}

/** Entries of a list without those of hidden people. */
export function useWithoutHidden<T extends { readonly username?: string }>(
  items: readonly T[],
): readonly T[] {
  const hidden = useHiddenNames();
  return hidden.length === 0 ? items : items.filter(({ username }) => !hidden.includes(username ?? ''));
}

/** Several lists of a page share one answer. */
const STALE_MS = 60_000;

const namesIn = (kept: string | null): string[] => (kept ? kept.split(',') : []);

function useHiddenByAccount() {
  const isIn = useSession() !== null;
  const cache = useQueryClient();
  const { data } = useQuery({ ...hiddenPeopleQuery(), enabled: isIn });
  return useMemo(() => {
    const change = async (name: 'PUT' | 'DELETE', username: string) => {
      await call(`${name} /hidden-people/{username}`, { params: { username } });
      await cache.invalidateQueries(hiddenPeopleQuery());
    };
    return {
      usernames: data?.usernames ?? [],
      hide: (username: string) => change('PUT', username),
      show: (username: string) => change('DELETE', username),
    };
  }, [cache, data]);
}

function useHiddenOnDevice() {
  const [kept, keep] = useSetting(KEPT_KEY);
  return useMemo(() => {
    const usernames = namesIn(kept);
    const set = async (names: readonly string[]) => keep(names.length > 0 ? names.join(',') : null);
    return {
      usernames,
      hide: (username: string) => set([...new Set([...usernames, username])]),
      show: (username: string) => set(usernames.filter((name) => name !== username)),
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [kept]);
}

/** Messages without those of hidden people, and without their quotes in others' replies. */
export function withoutHidden<M extends { readonly username: string; readonly reply_to?: Quote | undefined }>(
  messages: readonly M[],
  usernames: readonly string[],
): readonly M[] {
  if (usernames.length === 0) return messages;
  const hidden = new Set(usernames);
  return messages
    .filter(({ username }) => !hidden.has(username))
    .map((message) =>
      message.reply_to && hidden.has(message.reply_to.username)
        ? { ...message, reply_to: undefined }
        : message,
    );
}

/** Clips whose titles are not by hidden people. */
export const clipsWithout = <C extends Pick<Clip, 'clipper'>>(
  clips: readonly C[],
  usernames: readonly string[],
): C[] => clips.filter(({ clipper }) => !usernames.includes(clipper));
