import { openTable } from './aws/table/table.ts';
import { readEnvironment } from './environment.ts';
import { publicHandler } from './http/lambda.ts';
import { rateCounterOf } from './limits/limits.adapters.ts';

const environment = readEnvironment('playlists');
const table = openTable(environment.TABLE_NAME);
const context = { environment, table, rates: rateCounterOf(table, environment), clock: Date.now };

const playlists = () => import('./browser-stream/playlists.feature.ts');

export const handler = publicHandler<'playlists'>(context, {
  'GET /browser-stream/{stream_id}/live.m3u8': playlists,
  'GET /browser-stream/{stream_id}/live/{playlist}': playlists,
  'GET /browser-stream/{stream_id}/live/captions/{slot}': playlists,
  'GET /browser-stream/{stream_id}/live/subtitles/{file}': playlists,
  'GET /browser-stream/{stream_id}/rewind': playlists,
  'GET /browser-stream/{stream_id}/rewind/{page}/{playlist}': playlists,
});
