/** What stream health reads from other features. Loaded lazily. */
import type { Table } from '../aws/table/table.ts';
import type { Broadcast, Segment } from '../browser-stream/broadcast.ts';
import { broadcastsRepository } from '../browser-stream/table/broadcasts.repository.ts';
import { latestChunks } from '../browser-stream/table/chunks.repository.ts';
import { segmentReads } from '../browser-stream/table/segments.repository.ts';
import { audienceRepository } from '../presence/audience.repository.ts';
import type { StreamsRepository } from '../streaming/ports.ts';
import { ingestMetricsOfCloudWatch } from '../stream-health/ingest-metrics.cloudwatch.ts';
import { ingestSessionOfIvs } from '../stream-health/ingest-session.ivs.ts';
import type { CameraBroadcast, StoredPiece, StreamHealthPorts } from '../stream-health/ports.ts';

export interface HealthNeeds {
  readonly table: Table;
  readonly streams: Pick<StreamsRepository, 'find'>;
}

export function streamHealthPorts({ table, streams }: HealthNeeds): StreamHealthPorts {
  const { config: signing } = table.client;
  // A figure that is a moment old is as good, at half the price.
  const reads = { ...table, isConsistent: false };
  const broadcasts = broadcastsRepository(table);
  return {
    software: async (channelId) => {
      const { live, ingestChannel } = await streams.find(channelId);
      if (!live || !ingestChannel) return null;
      const receivingSinceMs = live.ingest === 'receiving' ? live.sinceMs : undefined;
      return {
        ingestArn: ingestChannel.arn,
        streamId: live.streamId,
        startedAtMs: live.startedAtMs,
        receivingSinceMs,
      };
    },
    camera: async (channelId) => {
      const broadcast = await broadcasts.findLatest(channelId);
      return broadcast?.state === 'live' ? toCamera(broadcast) : null;
    },
    latestPieces: async ({ id, pieces }, count) =>
      pieces === 'chunks'
        ? latestChunks(reads, id, count)
        : (await segmentReads(reads).latestSegments(id, count)).map(toPiece),
    session: ingestSessionOfIvs(signing, Date.now),
    metrics: ingestMetricsOfCloudWatch(signing),
    audience: audienceRepository(table).list,
    clock: Date.now,
  };
}

const toCamera = ({ id, startedAtMs, way, wayChange }: Broadcast): CameraBroadcast => ({
  id,
  startedAtMs,
  zeroMs: startedAtMs + (wayChange?.fromMs ?? 0),
  pieces: way === 'direct' && !wayChange ? 'segments' : 'chunks',
});

/** As the recorder sent it: the sound is in main, too. */
const toPiece = ({ seq, arrivedAtMs, startMs, endMs, main, sound }: Segment): StoredPiece => ({
  seq,
  arrivedAtMs,
  startMs,
  endMs,
  sizeBytes: main.sizeBytes,
  soundBytes: sound.sizeBytes,
  framesPerSecond: main.picture?.framesPerSecond,
  width: main.picture?.width,
  height: main.picture?.height,
});
