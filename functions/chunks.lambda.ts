import type { EventBridgeEvent } from 'aws-lambda';
import { openTable } from './aws/table/table.ts';
import { onChunkCreated } from './browser-stream/browser-stream.handlers.ts';
import { processingAdapters } from './browser-stream/processing.adapters.ts';
import { readEnvironment } from './environment.ts';

const environment = readEnvironment('chunks');
// What comes of windows, and how much of a day's budgets is used, is the business of `events`.
const elsewhere = { LIMITS: 'cloud', MEDIA_BUCKET: environment.MEDIA_BUCKET };
const ports = processingAdapters(openTable(environment.TABLE_NAME), { ...elsewhere, ...environment });

/** The chunks of cameras' broadcasts, as EventBridge tells of them: by the dozen a second, and apart from all else. */
export const handler = (event: EventBridgeEvent<string, object>): Promise<void> =>
  onChunkCreated(ports, event);
