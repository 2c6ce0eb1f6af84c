/** The queries of the channels that the caller follows, with their keys. They need a signed-in user. */
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api/api.ts';

/** Everything below `['follows']`. */
const followsKey = ['follows'] as const;

/** The channels that the caller follows: live ones first. */
export const followedChannelsQuery = () =>
  queryOptions({
    queryKey: [...followsKey, 'channels'],
    queryFn: ({ signal }) => call('GET /follows', { signal }),
    meta: { failureLog: 'Error fetching followed channels' },
  });

/** Whether the caller follows a channel, by the channel's id. */
export const followStatusQuery = (id: string) =>
  queryOptions({
    queryKey: [...followsKey, 'status', id],
    queryFn: ({ signal }) => call('GET /follows/{id}', { params: { id }, signal }),
    meta: { failureLog: 'Error fetching the follow status' },
  });
