import type { DueCountEvent } from './chat/polls/hand-over.ts';
import { openTable } from './aws/table/table.ts';
import { guardedContext } from './composition/guarded-context.ts';
import { readEnvironment } from './environment.ts';
import type { GatewayEvent, InvocationContext } from './http/gateway.ts';
import { httpHandler } from './http/lambda.ts';
import { tableWithChangeEvents } from './realtime/change-events.ts';
import type { HandOverEvent } from './realtime/hand-over.ts';

const environment = readEnvironment('api');
const table = tableWithChangeEvents(
  openTable(environment.TABLE_NAME),
  environment.REALTIME_HTTP_URL,
  () => import('./realtime/hand-over.ts'),
);

const serve = httpHandler<'api'>(guardedContext(environment, table), {
  streamers: () => import('./channels/feature.ts'),
  categories: () => import('./categories/feature.ts'),
  follows: () => import('./follows/feature.ts'),
  search: () => import('./search/feature.ts'),
  chat: () => import('./chat/feature.ts'),
  polls: () => import('./chat/polls/feature.ts'),
  passes: () => import('./passes/feature.ts'),
  presence: () => import('./presence/feature.ts'),
  realtime: () => import('./realtime/feature.ts'),
  'openapi.json': () => import('./openapi/feature.ts'),
});

/** Serves requests, and does what an earlier invocation has handed over. */
export const handler = async (
  event: GatewayEvent | HandOverEvent | DueCountEvent,
  context?: InvocationContext,
) => {
  if (!('detail' in event)) return serve(event, context);
  return event['detail-type'] === 'Count Votes' ? count(event) : publish(event);
};

async function publish({ detail }: HandOverEvent): Promise<void> {
  const [{ publishHandedOver }, { announceDeps }] = await Promise.all([
    import('./realtime/announce.service.ts'),
    import('./realtime/announce.adapters.ts'),
  ]);
  await publishHandedOver(announceDeps(table, environment.REALTIME_HTTP_URL), detail);
}

async function count({ detail }: DueCountEvent): Promise<void> {
  const [{ countWhenDue }, { countingDeps }] = await Promise.all([
    import('./chat/polls/counting.service.ts'),
    import('./composition/vote-counting.ts'),
  ]);
  await countWhenDue(countingDeps(table, environment.REALTIME_HTTP_URL), detail);
}
