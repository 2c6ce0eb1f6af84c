import { openTable } from './aws/table/table.ts';
import { guardedContext } from './composition/guarded-context.ts';
import { readEnvironment } from './environment.ts';
import { httpHandler } from './http/lambda.ts';
import { tableWithChangeEvents } from './realtime/change-events.ts';

const environment = readEnvironment('publishing');
const table = tableWithChangeEvents(openTable(environment.TABLE_NAME), environment.REALTIME_HTTP_URL);

const captions = () => import('./browser-stream/captions/feature.ts');

export const handler = httpHandler<'publishing'>(guardedContext(environment, table), {
  streaming: () => import('./streaming/feature.ts'),
  'stream-health': () => import('./stream-health/feature.ts'),
  'browser-stream': () => import('./browser-stream/feature.ts'),
  'GET /browser-stream/{stream_id}/captions': captions,
  'POST /browser-stream/{stream_id}/captions': captions,
  'PUT /browser-stream/{stream_id}/captions/settings': captions,
  'DELETE /browser-stream/{stream_id}/captions/{at}/{id}': captions,
  pictures: () => import('./pictures/feature.ts'),
  videos: () => import('./videos/feature.ts'),
  clips: () => import('./clips/feature.ts'),
  'PUT /streamers/profile': () => import('./channels/profile.feature.ts'),
  'PATCH /streamers/status': () => import('./streaming/feature.ts'),
});
