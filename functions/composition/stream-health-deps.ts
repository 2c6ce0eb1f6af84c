/** Wires stream health. Loaded lazily. */
import type { Table } from '../aws/table/table.ts';
import { broadcastsRepository } from '../browser-stream/table/broadcasts.repository.ts';
import { latestChunks } from '../browser-stream/table/chunks.repository.ts';
import { segmentReads } from '../browser-stream/table/segments.repository.ts';
import { audienceRepository } from '../presence/audience.repository.ts';
import { ingestMetricsOfCloudWatch } from '../stream-health/ingest-metrics.cloudwatch.ts';
import { ingestSessionOfIvs } from '../stream-health/ingest-session.ivs.ts';
import type { StreamHealthDeps } from '../stream-health/stream-health.service.ts';

export function streamHealthDeps(table: Table, streams: StreamHealthDeps['streams']): StreamHealthDeps {
  const { config: signing } = table.client;
  // Figures may be a moment old, at half the price.
  const reads = { ...table, isConsistent: false };
  return {
    streams,
    broadcasts: broadcastsRepository(table),
    latestChunks: (id, count) => latestChunks(reads, id, count),
    latestSegments: segmentReads(reads).latestSegments,
    session: ingestSessionOfIvs(signing, Date.now),
    metrics: ingestMetricsOfCloudWatch(signing),
    audience: audienceRepository(table).list,
    clock: Date.now,
  };
}
