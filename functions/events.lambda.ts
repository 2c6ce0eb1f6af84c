import { DAY_MS } from '#shared/plain/time.ts';
import type { EventBridgeEvent } from 'aws-lambda';
import { onDeletionsTick } from './auth/deletion/delete-accounts.service.ts';
import { deletionsRepository } from './auth/deletion/deletions.repository.ts';
import type { SuspensionWork } from './auth/deletion/suspension.item.ts';
import type { BegunEnd } from './auth/table/session-ends.repository.ts';
import { onExportsTick } from './auth/export/export.service.ts';
import { lazyPort } from '#functions/base/async/lazy-port.ts';
import { runAll } from '#functions/base/async/run-all.ts';
import { listDue } from './aws/table/due-queue.ts';
import { openTable } from './aws/table/table.ts';
import {
  countCameraSlots,
  isOfWindow,
  onBroadcastsTick,
  onEndMarked,
  onWindowJobStateChange,
} from './browser-stream/browser-stream.handlers.ts';
import { processingAdapters } from './browser-stream/processing.adapters.ts';
import { broadcastsRepository } from './browser-stream/table/broadcasts.repository.ts';
import type { ProcessingDeps } from './browser-stream/deps.ts';
import { setCategoryViewers } from './channels/table/category-viewers.repository.ts';
import { channelsRepository } from './channels/table/channels.repository.ts';
import { dueClips } from './clips/due-clips.repository.ts';
import { viewersRepository } from './channels/table/live-channels.repository.ts';
import {
  liveChannels,
  type LiveRecording,
  showLiveRecording,
} from './channels/table/live-channels.repository.ts';
import type { Replay } from './videos/replay.ts';
import { channelCosts } from './costs/costs.ts';
import { costsRepository } from './costs/costs.repository.ts';
import { readEnvironment } from './environment.ts';
import { countersDeps } from './composition/counters-deps.ts';
import { onCountersTick } from './counters/counters.service.ts';
import { clipCleanupDeps, withClipCleanup } from './composition/clip-cleanup.ts';
import { exportDeps } from './composition/export-deps.ts';
import { type LiveTickDeps, onLiveTick, onTickPart } from './composition/live-tick.ts';
import { DENIALS } from './denied-media/index.ts';
import { measure } from './log/log.ts';
import { onBudgetsTick } from './limits/budgets.ts';
import { budgetsOf, budgetWatch } from './limits/limits.adapters.ts';
import { onPresenceTick } from './presence/presence.service.ts';
import { audienceRepository } from './presence/audience.repository.ts';
import { presenceRepository } from './presence/presence.repository.ts';
import { tableWithChangeEvents, publishOverdue } from './realtime/change-events.ts';
import { onKnownWordsTick } from './search/known-words.handlers.ts';
import { broadcastsOfIvs } from './streaming/broadcasts.ivs.ts';
import { applyChatRetention } from './chat/retention/retention.service.ts';
import { chatRetentionDeps } from './composition/chat-retention.ts';
import { deleteIdleChannels } from './streaming/idle.service.ts';
import { endedAirings } from './streaming/table/airings.repository.ts';
import { ingestChannels } from './streaming/table/ingest-channels.repository.ts';
import { onLimitBreach, onStreamStateChange } from './streaming/stream-events.handlers.ts';
import { reconcileStreams } from './streaming/stream-events.service.ts';
import { stopStream } from './streaming/streaming.service.ts';
import { leasesRepository, streamingRepository } from './streaming/table/streaming.repository.ts';
import { discardFiles } from './videos/discard.service.ts';
import { refreshListedVideos } from './videos/table/video.change.ts';
import { storyboardVtt } from './videos/transcode/storyboard.ts';
import { partInvoker, spacingMs, TICK_PART, type TickPart } from './tick-parts.ts';
import { transcodeAdapters } from './videos/transcode.adapters.ts';
import { dueTranscripts } from './videos/table/transcript.item.ts';
import { onJobStateChange, onVideosTick } from './videos/videos.handlers.ts';

const environment = readEnvironment('events');
const table = tableWithChangeEvents(openTable(environment.TABLE_NAME), environment.REALTIME_HTTP_URL);

const listStreams = broadcastsOfIvs(table.client.config);
const IDLE_AFTER_MS = Number(environment.IDLE_CHANNEL_DAYS) * DAY_MS;
const audience = audienceRepository(table);
const costs = channelCosts({
  kept: costsRepository(table),
  audience: audience.list,
  isVisible: false,
  clock: Date.now,
});

const ports = {
  costs,
  budgets: budgetsOf(table, environment),
  streams: streamingRepository(table),
  leases: leasesRepository(table),
  channels: channelsRepository(table),
  // This Lambda ends streams and never creates a channel.
  ingest: lazyPort(async () => {
    const { ivsIngest } = await import('./streaming/streaming.ivs.ts');
    return ivsIngest({ rtmpUrlTemplate: '', recordingConfigurationArn: '' });
  }),
  clock: Date.now,
};

const ingests = ingestChannels(table);

const counting = {
  presence: presenceRepository(table),
  audience,
  setViewers: viewersRepository(table).setViewers,
  clock: Date.now,
};

const videoDeps = withClipCleanup(table, transcodeAdapters(table, environment));

const discardRecording = (filesPrefix: string) => videoDeps.mediaFiles.deleteAll(filesPrefix);
const recordingFiles = lazyPort(async () => {
  const { recordingFiles } = await import('./streaming/recordings/recording-files.s3.ts');
  return recordingFiles({ bucket: environment.RECORDINGS_BUCKET });
});

const words = {
  table,
  refreshVideos: (channelId: string) => refreshListedVideos(table, channelId),
  clock: Date.now,
};

const deletion = {
  deletions: deletionsRepository(table),
  steps: async () => {
    const [{ accountDeletionSteps }, { cognitoIdentity }] = await Promise.all([
      import('./composition/account-deletion-steps.ts'),
      import('./auth/auth.cognito.ts'),
    ]);
    const identity = cognitoIdentity({ userPoolId: environment.USER_POOL_ID, clientId: '' });
    const discard = (filesPrefix: string, hasTime: () => boolean) =>
      videoDeps.mediaFiles.deleteAll(filesPrefix, { hasTime });
    const streaming = { ...ports, ingestChannels: ingests, discard };
    return accountDeletionSteps({
      table,
      streaming,
      videoDeps,
      buckets: environment,
      deleteLogin: identity.delete,
    });
  },
  suspend: async (work: SuspensionWork, untilMs: number) => {
    const [{ onSuspension }, { endLatest }] = await Promise.all([
      import('./composition/suspension.ts'),
      import('./browser-stream/lifecycle/end.service.ts'),
    ]);
    const needs = {
      table,
      mailing: environment,
      endStream: async (id: string) => void (await stopStream(ports, id)),
      endCamera: (id: string) => endLatest({ ...camera, broadcasts: broadcastsRepository(table) }, id),
      purge: async () => {
        const { purgeSteps } = await import('./composition/purge-steps.ts');
        return purgeSteps({ table, videoDeps, buckets: environment });
      },
      clock: Date.now,
    };
    await onSuspension(needs, work, untilMs);
  },
  finishSessionEnd: async (begun: BegunEnd) =>
    (await import('./composition/session-end-deps.ts')).finishInterruptedEnd(table, begun),
  clock: Date.now,
};

const camera: ProcessingDeps = {
  ...processingAdapters(table, environment),
  costs,
  videos: {
    publish: publishReplay,
    discard: (files) => discardFiles(videoDeps, files),
    exists: async (videoId) => (await videoDeps.videos.find(videoId)) !== null,
    improve: async (films) => {
      const { improveRecording } = await import('./videos/improve.service.ts');
      await improveRecording(videoDeps, films);
    },
    storyboard: storyboardVtt,
  },
};

const liveTick: LiveTickDeps = {
  listLive: () => liveChannels(table),
  setCategoryViewers: (live) => setCategoryViewers(table, live),
  streams: ports.streams,
  listIvsStreams: async () => {
    const streams = await listStreams();
    measure({ name: 'LiveStreams', value: streams.size });
    return streams;
  },
  listBroadcasts: camera.broadcasts.listActive,
  countCameraSlots: () => countCameraSlots(camera),
  workOn: async ({ live, streams, broadcasts, readAtMs }, { ivsStreams, cameraSlots }, of) =>
    runAll([
      reconcileStreams({ ...ports, broadcasts: ivsStreams }, streams, readAtMs),
      onPresenceTick(counting, live, spacingMs(of, live.length)),
      onBroadcastsTick(camera, broadcasts, cameraSlots),
    ]),
  invokePart: partInvoker(table.client.config),
  clock: Date.now,
};

/** All EventBridge events: the rules of `infra/agreed/event.rules.ts` and the tick. */
export async function handler(event: EventBridgeEvent<string, object>): Promise<void> {
  if (event['detail-type'] === 'Scheduled Event') return tick();
  if (event['detail-type'] === TICK_PART) return onTickPart(liveTick, event.detail as TickPart);
  if (event['detail-type'] === 'IVS Stream State Change') return onStreamStateChange(ports, event);
  if (event['detail-type'] === 'IVS Recording State Change' || isOfRecordings(event))
    return recordingEvent(event);
  if (event['detail-type'] === 'IVS Limit Breach') return onLimitBreach(event);
  if (event['detail-type'] === 'Object Created') return onEndMarked(camera, event);
  if (event['detail-type'] === 'MediaConvert Job State Change')
    return isOfWindow(event) ? onWindowJobStateChange(camera, event) : onJobStateChange(videoDeps, event);
  if (event.source === 'aws.ses') return mailEvent(event);
  throw new Error(`No handler for '${event['detail-type']}' from '${event.source}'`);
}

async function publishReplay(replay: Replay) {
  const replays = await import('./videos/replays.service.ts');
  return replays.publishReplay(videoDeps, replay);
}

async function endClips(): Promise<void> {
  const due = await dueClips(table, Date.now());
  if (due.length === 0) return;
  const { endDueClips } = await import('./clips/end-clip.service.ts');
  await endDueClips(await clipCleanupDeps(table, videoDeps), due);
}

async function publishDueDenials(): Promise<void> {
  if ((await listDue(table, DENIALS, Date.now(), 1)).length === 0) return;
  const [{ publishDenials }, { denialDeps }] = await Promise.all([
    import('./denied-media/denials.service.ts'),
    import('./composition/denial-deps.ts'),
  ]);
  await publishDenials(denialDeps(table, environment.DENIED_MEDIA_ARN));
}

async function indexDueTranscripts(): Promise<void> {
  const due = await dueTranscripts(table, Date.now());
  if (due.length === 0) return;
  const [{ indexTranscripts }, { transcriptsRepository }] = await Promise.all([
    import('./videos/transcripts/transcripts.service.ts'),
    import('./videos/transcripts/transcripts.repository.ts'),
  ]);
  await indexTranscripts({ ...videoDeps, transcripts: transcriptsRepository(table) }, due);
}

/** Loaded lazily, because few events concern recordings. */
async function recordingEvent(event: EventBridgeEvent<string, object>): Promise<void> {
  const [{ onRecordingStateChange, onRecordingStored }, { recordingsRepository }] = await Promise.all([
    import('./streaming/recordings/recording-events.handlers.ts'),
    import('./streaming/recordings/recordings.repository.ts'),
  ]);
  const recording = {
    streams: ports.streams,
    channels: ports.channels,
    endedAirings: (channelId: string, byMs: number) => endedAirings(table, channelId, byMs),
    showLive: (live: LiveRecording) => showLiveRecording(table, live),
    recordings: recordingsRepository(table),
    files: recordingFiles,
    publishReplay,
    discard: discardRecording,
    recordingsBucket: environment.RECORDINGS_BUCKET,
    ownerOf: ingests.ownerOf,
  };
  return isOfRecordings(event)
    ? onRecordingStored(recording, event)
    : onRecordingStateChange(recording, event);
}

async function mailEvent(event: EventBridgeEvent<string, object>): Promise<void> {
  const [{ onMailReturned }, { deliveryStates }] = await Promise.all([
    import('./mail/mail-events.handlers.ts'),
    import('./mail/delivery-states.repository.ts'),
  ]);
  return onMailReturned(deliveryStates(table), event);
}

const isOfRecordings = ({ detail }: EventBridgeEvent<string, { readonly bucket?: { name?: string } }>) =>
  detail.bucket?.name === environment.RECORDINGS_BUCKET;

/** Each minute. Live channels and broadcasts are divided among further invocations where they are many. */
async function tick(): Promise<void> {
  await runAll([
    onLiveTick(liveTick),
    deleteIdleChannels({ ...ports, ingestChannels: ingests, idleAfterMs: IDLE_AFTER_MS }),
    onVideosTick(videoDeps),
    indexDueTranscripts(),
    onKnownWordsTick(words),
    onBudgetsTick(budgetWatch(table, environment)),
    onDeletionsTick(deletion),
    onExportsTick(exportDeps(table, environment)),
    publishOverdue(table, environment.REALTIME_HTTP_URL),
    applyChatRetention(chatRetentionDeps(table)),
    endClips(),
    publishDueDenials(),
    onCountersTick(countersDeps(table)),
  ]);
  measure({ name: 'Ticks', value: 1, part: 'events' });
}
