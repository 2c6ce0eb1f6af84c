import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../lib/api/api.ts';
import { useSession } from '../../../lib/api/session/session.ts';
import { useSetting } from '../../../lib/hooks/browser-hooks.ts';
import { hiddenPeopleQuery } from '../rooms.queries.ts';

const KEPT_KEY = 'hiddenPeople';

export type HiddenPeople = ReturnType<typeof useHiddenPeople>;

/** The users that the reader hides: stored in the account, or on this device when signed out. */
export function useHiddenPeople() {
  const ofAccount = useHiddenByAccount();
  const ofDevice = useHiddenOnDevice();
  return useSession() ? ofAccount : ofDevice;
}

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
    const usernames = kept ? kept.split(',') : [];
    const set = async (names: readonly string[]) => keep(names.length > 0 ? names.join(',') : null);
    return {
      usernames,
      hide: (username: string) => set([...new Set([...usernames, username])]),
      show: (username: string) => set(usernames.filter((name) => name !== username)),
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [kept]);
}
