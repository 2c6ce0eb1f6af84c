import type { QueryClient } from '@tanstack/react-query';
import type { StatusUpdate } from '#shared/channels/channels.ts';
import { call } from '#web/lib/api/api.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { categoryNamed } from '#web/ui/forms/category-field.tsx';
import { roomQuery, sanctionsQuery } from '../../rooms.queries.ts';
import { withOutcomeToast } from '../../acts/room-acts.ts';
import { sanctionUser } from '../../acts/sanction-user.ts';
import type { Command } from './read-draft.ts';

/** Those that open no dialog. */
export type RequestCommand = Exclude<Command, { readonly type: 'help' | 'clear' | 'poll' }>;

/** Sends the request of the button that does the same, and raises its toast. Returns whether it succeeded. */
export async function runCommand(id: string, command: RequestCommand, cache: QueryClient): Promise<boolean> {
  switch (command.type) {
    case 'sanction':
      return sanctionUser(id, { ...command, removed: command.minutes === null ? 'hour' : null });
    case 'lift':
      return lift(id, command.username, cache);
    case 'slow':
      return setSlowMode(id, command.seconds, cache);
    case 'title':
      return setStatus({ title: command.text });
    case 'game':
      return setStatus({ game: categoryNamed(command.text) });
  }
}

export const lift = (id: string, username: string, cache: QueryClient): Promise<boolean> =>
  withOutcomeToast(
    async () => {
      await call('DELETE /rooms/{id}/sanctions/{username}', { params: { id, username } });
      await cache.invalidateQueries(sanctionsQuery(id));
    },
    { done: t('chat.sanctionLifted', { username }), failed: t('chat.sanctionNotLifted', { username }) },
  );

const setSlowMode = (id: string, slow_mode_s: number, cache: QueryClient): Promise<boolean> =>
  withOutcomeToast(
    async () => {
      const { followers_only, links_allowed } = await cache.ensureQueryData(roomQuery(id));
      const body = { followers_only, links_allowed, slow_mode_s };
      cache.setQueryData(roomQuery(id).queryKey, await call('PUT /rooms/{id}', { params: { id }, body }));
    },
    {
      done: t('chat.rulesSaved'),
      failed: t('chat.rulesNotSaved'),
      ...(slow_mode_s > 0 && { description: t('chat.slowModePause', { count: slow_mode_s }) }),
    },
  );

const setStatus = (body: StatusUpdate): Promise<boolean> =>
  withOutcomeToast(() => call('PATCH /streamers/status', { body }), {
    done: t('onAir.saved'),
    failed: t('onAir.saveFailed'),
  });
