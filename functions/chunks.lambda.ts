import type { EventBridgeEvent } from 'aws-lambda';
import { openTable } from './aws/table/table.ts';
import { onChunkCreated } from './browser-stream/browser-stream.handlers.ts';
import { processingAdapters } from './browser-stream/processing.adapters.ts';
import { readEnvironment } from './environment.ts';

const environment = readEnvironment('chunks');
// The `events` Lambda publishes windows and counts budgets.
const elsewhere = { LIMITS: 'cloud', MEDIA_BUCKET: environment.MEDIA_BUCKET };
const deps = processingAdapters(openTable(environment.TABLE_NAME), { ...elsewhere, ...environment });

/** Handles camera chunks, dozens per second, apart from all other events. */
export const handler = (event: EventBridgeEvent<string, object>): Promise<void> =>
  onChunkCreated(deps, event);
