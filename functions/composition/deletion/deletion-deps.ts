/** Deletions of accounts and suspensions. Each tick loads it, but their steps only when one is due. */
import type { DeletionDeps } from '#functions/auth/deletion/delete-accounts.service.ts';
import { deletionsRepository } from '#functions/auth/deletion/deletions.repository.ts';
import { ingestChannels } from '#functions/streaming/table/ingest-channels.repository.ts';
import { shutOut } from '#functions/streaming/streaming.service.ts';
import type { EventDeps, EventsContext } from '../event-deps.ts';

export const deletionDeps = (context: EventsContext, deps: EventDeps): DeletionDeps => ({
  deletions: deletionsRepository(context.table),
  steps: () => accountSteps(context, deps),
  suspend: (work, untilMs) => suspend(context, deps, work, untilMs),
  finishSessionEnd: async (begun) =>
    (await import('./session-end-deps.ts')).finishInterruptedEnd(context.table, begun),
  clock: Date.now,
});

async function accountSteps({ table, environment }: EventsContext, { streaming, videoDeps }: EventDeps) {
  const [{ accountDeletionSteps }, { cognitoIdentity }] = await Promise.all([
    import('./account-deletion-steps.ts'),
    import('#functions/auth/auth.cognito.ts'),
  ]);
  const identity = cognitoIdentity({ userPoolId: environment.USER_POOL_ID, clientId: '' });
  const discard = (filesPrefix: string, hasTime: () => boolean) =>
    videoDeps.mediaFiles.deleteAll(filesPrefix, { hasTime });
  return accountDeletionSteps({
    table,
    streaming: { ...streaming, ingestChannels: ingestChannels(table), discard },
    videoDeps,
    buckets: environment,
    deleteLogin: identity.delete,
  });
}

async function suspend(
  { table, environment }: EventsContext,
  { streaming, videoDeps, camera }: EventDeps,
  ...[work, untilMs]: Parameters<DeletionDeps['suspend']>
): Promise<void> {
  const [{ onSuspension }, { endLatest }] = await Promise.all([
    import('./suspension.ts'),
    import('#functions/browser-stream/lifecycle/end.service.ts'),
  ]);
  const options = {
    table,
    mailing: environment,
    endStream: (id: string) => shutOut(streaming, id),
    endCamera: (id: string) => endLatest(camera, id),
    purge: async () => {
      const { purgeSteps } = await import('./purge-steps.ts');
      return purgeSteps({ table, videoDeps, buckets: environment });
    },
    clock: Date.now,
  };
  await onSuspension(options, work, untilMs);
}
