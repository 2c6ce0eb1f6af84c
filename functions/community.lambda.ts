import { openTable } from './aws/table/table.ts';
import { guardedContext } from './composition/guarded-context.ts';
import { readEnvironment } from './environment.ts';
import { httpHandler } from './http/lambda.ts';
import { tableWithChangeEvents } from './realtime/change-events.ts';

const environment = readEnvironment('community');
const table = tableWithChangeEvents(openTable(environment.TABLE_NAME), environment.REALTIME_HTTP_URL);

export const handler = httpHandler<'community'>(guardedContext(environment, table), {
  replays: () => import('./replays/feature.ts'),
  rooms: () => import('./chat/rooms/feature.ts'),
  comments: () => import('./comments/feature.ts'),
  'hidden-people': () => import('./hidden-people/feature.ts'),
  library: () => import('./library/feature.ts'),
  news: () => import('./news/feature.ts'),
  reports: () => import('./moderation/reports/feature.ts'),
  moderation: () => import('./moderation/feature.ts'),
  transparency: () => import('./moderation/transparency/feature.ts'),
  schedules: () => import('./schedules/feature.ts'),
  fans: () => import('./fans/feature.ts'),
  playback: () => import('./playback/feature.ts'),
  feeds: () => import('./feeds/feature.ts'),
  statistics: () => import('./statistics/feature.ts'),
  raids: () => import('./raids/feature.ts'),
  webhooks: () => import('./webhooks/feature.ts'),
});
