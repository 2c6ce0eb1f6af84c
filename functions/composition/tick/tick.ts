/** The minute tick of the `events` Lambda: all work that is due. */
import { DAY_MS } from '#shared/plain/time.ts';
import { onDeletionsTick } from '#functions/auth/deletion/delete-accounts.service.ts';
import { onExportsTick } from '#functions/auth/export/export.service.ts';
import { listDue } from '#functions/aws/table/due-queue.ts';
import { runAll } from '#functions/base/async/run-all.ts';
import { countCameraSlots, onBroadcastsTick } from '#functions/browser-stream/browser-stream.handlers.ts';
import { setCategoryViewers } from '#functions/channels/table/category-viewers.repository.ts';
import { liveChannels, viewersRepository } from '#functions/channels/table/live-channels.repository.ts';
import { applyChatRetention } from '#functions/chat/retention/retention.service.ts';
import { dueClips } from '#functions/clips/table/due-clips.repository.ts';
import { onCountersTick } from '#functions/counters/counters.service.ts';
import { DENIALS } from '#functions/denied-media/index.ts';
import { onBudgetsTick } from '#functions/limits/budgets.ts';
import { budgetWatch } from '#functions/limits/limits.adapters.ts';
import { measure } from '#functions/log/log.ts';
import { presenceRepository } from '#functions/presence/presence.repository.ts';
import { onPresenceTick } from '#functions/presence/presence.service.ts';
import { publishOverdue } from '#functions/realtime/change-events.ts';
import { onKnownWordsTick } from '#functions/search/known-words.handlers.ts';
import { onStatisticsTick } from '#functions/statistics/rollup.service.ts';
import { broadcastsOfIvs } from '#functions/streaming/broadcasts.ivs.ts';
import { deleteIdleChannels } from '#functions/streaming/idle.service.ts';
import { connectedChannels } from '#functions/streaming/preview.service.ts';
import {
  reconcileStreams,
  type StreamEventsDeps,
} from '#functions/streaming/events/stream-events.service.ts';
import { ingestChannels } from '#functions/streaming/table/ingest-channels.repository.ts';
import { partInvoker, spacingMs } from '#functions/tick-parts.ts';
import { refreshListedVideos } from '#functions/videos/table/video-changes.repository.ts';
import { dueTranscripts } from '#functions/videos/table/transcript.item.ts';
import { onVideosTick } from '#functions/videos/videos.handlers.ts';
import { chatRetentionDeps } from './chat-retention.ts';
import { clipCleanupDeps } from '../clip-cleanup.ts';
import { countersDeps } from './counters-deps.ts';
import { audienceWithStatistics, statisticsDeps } from './statistics-deps.ts';
import { deletionDeps } from '../deletion/deletion-deps.ts';
import type { EventDeps, EventsContext } from '../event-deps.ts';
import { exportDeps } from '../export-deps.ts';
import { type LiveTickDeps, onLiveTick } from './live-tick.ts';

/** Live channels and broadcasts are divided among further invocations where they are many. */
export async function tick(context: EventsContext, deps: EventDeps, live: LiveTickDeps): Promise<void> {
  const { table, environment } = context;
  const idleAfterMs = Number(environment.IDLE_CHANNEL_DAYS) * DAY_MS;
  const refreshVideos = (channelId: string) => refreshListedVideos(table, channelId);
  await runAll([
    onLiveTick(live),
    deleteIdleChannels({ ...deps.streaming, ingestChannels: ingestChannels(table), idleAfterMs }),
    onVideosTick(deps.videoDeps),
    indexDueTranscripts(context, deps),
    onKnownWordsTick({ table, refreshVideos, clock: Date.now }),
    onBudgetsTick(budgetWatch(table, environment)),
    onDeletionsTick(deletionDeps(context, deps)),
    onExportsTick(exportDeps(table, environment)),
    publishOverdue(table, environment.REALTIME_HTTP_URL),
    applyChatRetention(chatRetentionDeps(table)),
    endClips(context, deps),
    publishDueDenials(context),
    onCountersTick(countersDeps(table, environment.REALTIME_HTTP_URL)),
    onStatisticsTick(statisticsDeps(table)),
  ]);
  measure({ name: 'Ticks', value: 1, part: 'events' });
}

export function liveTickDeps(context: EventsContext, deps: EventDeps): LiveTickDeps {
  const { table } = context;
  const { streaming, camera } = deps;
  const listStreams = broadcastsOfIvs(table.client.config);
  const counting = {
    presence: presenceRepository(table),
    audience: audienceWithStatistics(table),
    setViewers: viewersRepository(table).setViewers,
    clock: Date.now,
  };
  const showPreviewRecording: StreamEventsDeps['showPreviewRecording'] = async (stream, nowMs) => {
    const [service, { recordingDeps }] = await Promise.all([
      import('#functions/streaming/recordings/preview-recording.service.ts'),
      import('../recording-deps.ts'),
    ]);
    await service.showPreviewRecording(recordingDeps(context, deps), stream, nowMs);
  };
  return {
    listLive: () => liveChannels(table),
    setCategoryViewers: (live) => setCategoryViewers(table, live),
    streams: streaming.streams,
    listIvsStreams: async () => {
      const streams = await listStreams();
      measure({ name: 'LiveStreams', value: streams.size });
      return streams;
    },
    listConnected: () =>
      connectedChannels({ ingestChannels: ingestChannels(table), broadcasts: listStreams }, Date.now()),
    listBroadcasts: camera.broadcasts.listActive,
    countCameraSlots: () => countCameraSlots(camera),
    workOn: async ({ live, streams, broadcasts, readAtMs }, { ivsStreams, cameraSlots }, of) =>
      runAll([
        reconcileStreams({ ...streaming, broadcasts: ivsStreams, showPreviewRecording }, streams, readAtMs),
        onPresenceTick(counting, live, spacingMs(of, live.length)),
        onBroadcastsTick(camera, broadcasts, cameraSlots),
      ]),
    invokePart: partInvoker(table.client.config),
    clock: Date.now,
  };
}

async function endClips({ table }: EventsContext, { videoDeps }: EventDeps): Promise<void> {
  const due = await dueClips(table, Date.now());
  if (due.length === 0) return;
  const { endDueClips } = await import('#functions/clips/end-clip.service.ts');
  await endDueClips(await clipCleanupDeps(table, videoDeps), due);
}

async function publishDueDenials({ table, environment }: EventsContext): Promise<void> {
  if ((await listDue(table, DENIALS, Date.now(), 1)).length === 0) return;
  const [{ publishDenials }, { denialDeps }] = await Promise.all([
    import('#functions/denied-media/denials.service.ts'),
    import('./denial-deps.ts'),
  ]);
  await publishDenials(denialDeps(table, environment.DENIED_MEDIA_ARN));
}

async function indexDueTranscripts({ table }: EventsContext, { videoDeps }: EventDeps): Promise<void> {
  const due = await dueTranscripts(table, Date.now());
  if (due.length === 0) return;
  const [{ indexTranscripts }, { transcriptsRepository }] = await Promise.all([
    import('#functions/videos/transcripts/transcripts.service.ts'),
    import('#functions/videos/transcripts/transcripts.repository.ts'),
  ]);
  await indexTranscripts({ ...videoDeps, transcripts: transcriptsRepository(table) }, due);
}
