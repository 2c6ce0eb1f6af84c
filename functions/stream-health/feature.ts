import type { Table } from '#functions/aws/table/table.ts';
import type { Broadcast } from '#functions/browser-stream/broadcast.ts';
import { broadcastsRepository } from '#functions/browser-stream/table/broadcasts.repository.ts';
import { latestChunks } from '#functions/browser-stream/table/chunks.repository.ts';
import { segmentReads } from '#functions/browser-stream/table/segments.repository.ts';
import type { FeatureContext } from '#functions/http/context.ts';
import { audienceRepository } from '#functions/presence/audience.repository.ts';
import { recordedChatRepository } from '#functions/chat/recorded-chat.repository.ts';
import type { EndedBroadcast } from './figures.service.ts';
import { ingestMetricsOfCloudWatch } from './ingest-metrics.cloudwatch.ts';
import { ingestSessionOfIvs } from './ingest-session.ivs.ts';
import { streamHealthApp } from './stream-health.routes.ts';
import { endedBroadcasts } from '#functions/streaming/table/ended-broadcasts.repository.ts';
import { streamingRepository } from '#functions/streaming/table/streaming.repository.ts';

export function feature({ table, clock }: FeatureContext) {
  const { config: signing } = table.client;
  // Figures may be a moment old, at half the price.
  const reads = { ...table, isConsistent: false };
  return streamHealthApp({
    streams: streamingRepository(table),
    broadcasts: broadcastsRepository(table),
    latestChunks: (id, count) => latestChunks(reads, id, count),
    latestSegments: segmentReads(reads).latestSegments,
    session: ingestSessionOfIvs(signing, clock),
    metrics: ingestMetricsOfCloudWatch(signing),
    audience: audienceRepository(table).list,
    findEnded: (streamId) => findEnded(table, streamId),
    countMessages: recordedChatRepository(reads, clock).countBetween,
    clock,
  });
}

/** The id of a software broadcast has its channel and its start: `softwareBroadcastId`. */
async function findEnded(table: Table, streamId: string): Promise<EndedBroadcast | null> {
  const [id = '', startedAt] = streamId.split('.');
  if (startedAt === undefined) return endedCamera(await broadcastsRepository(table).find(id));
  const [broadcast] = await endedBroadcasts(table, id, Number(startedAt));
  if (!broadcast?.outcome || broadcast.startedAtMs !== Number(startedAt)) return null;
  const { onAirSinceMs: fromMs, newFollowers, lastViewers } = broadcast.outcome;
  // It is stored in whole seconds.
  return { channelId: id, fromMs, untilMs: broadcast.endedAtMs + 999, newFollowers, lastViewers };
}

const endedCamera = (broadcast: Broadcast | null): EndedBroadcast | null =>
  broadcast?.end
    ? {
        channelId: broadcast.channelId,
        fromMs: broadcast.startedAtMs,
        untilMs: broadcast.end.atMs,
        newFollowers: broadcast.newFollowers ?? 0,
        lastViewers: broadcast.lastViewers,
      }
    : null;
