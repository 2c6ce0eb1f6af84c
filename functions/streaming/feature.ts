import { getItem } from '#functions/aws/table/get-item.ts';
import type { Table } from '#functions/aws/table/table.ts';
import { lazyPort } from '#functions/base/async/lazy-port.ts';
import { channelsRepository } from '#functions/channels/table/channels.repository.ts';
import { costsOf } from '#functions/composition/channel-costs.ts';
import type { LambdaContext } from '#functions/http/context.ts';
import { budgetsOf } from '#functions/limits/limits.adapters.ts';
import { replayKey, type VideoItem, videoKey } from '#functions/videos/table/video.item.ts';
import { playbackAddresses } from './playback-address.ts';
import type { ReceiptDeps } from './receipt.service.ts';
import type { StatusDeps } from './status.service.ts';
import { statusApp, streamingApp } from './streaming.routes.ts';
import type { StreamingDeps } from './streaming.service.ts';
import { endedBroadcasts } from './table/ended-broadcasts.repository.ts';
import { leasesRepository, streamingRepository } from './table/streaming.repository.ts';

/** Starts and stops streams through software; a change of status ends and changes the camera's as well. */
export function feature(context: LambdaContext<'publishing'>) {
  const deps = streamingDeps(context);
  return [
    streamingApp(deps, receiptDeps(context.table, deps.costs)),
    statusApp({
      ...deps,
      details: lazyPort(async () => {
        const { detailsRepository } = await import('#functions/channels/table/details.repository.ts');
        return detailsRepository(context.table);
      }),
      ...cameraChanges(context),
    }),
  ];
}

const streamingDeps = ({ table, environment, clock }: LambdaContext<'publishing'>): StreamingDeps => ({
  budgets: budgetsOf(table, environment),
  costs: costsOf(table, environment.SHOW_COSTS === 'yes'),
  streams: streamingRepository(table),
  leases: leasesRepository(table),
  addresses: playbackAddresses(environment.PLAYBACK_SECRET),
  channels: { findById: channelsRepository(table).findCurrent },
  ingest: lazyPort(async () => {
    const { ivsIngest } = await import('./streaming.ivs.ts');
    return ivsIngest({
      rtmpUrlTemplate: environment.RTMP_URL_TEMPLATE,
      recordingConfigurationArn: environment.RECORDING_CONFIGURATION_ARN,
      playbackRestrictionPolicyArn: environment.PLAYBACK_RESTRICTION_POLICY_ARN,
    });
  }),
  clock,
});

const cameraChanges = (
  context: LambdaContext<'publishing'>,
): Pick<StatusDeps, 'endCamera' | 'changeCamera'> => ({
  endCamera: async (channelId) => {
    const { endLatest } = await import('#functions/browser-stream/lifecycle/end.service.ts');
    const { intakeDeps } = await import('#functions/composition/intake-deps.ts');
    await endLatest(intakeDeps(context), channelId);
  },
  changeCamera: async (channelId, change) => {
    const { changeLatest } = await import('#functions/browser-stream/lifecycle/change.service.ts');
    const { broadcastsRepository } = await import('#functions/browser-stream/table/broadcasts.repository.ts');
    await changeLatest({ broadcasts: broadcastsRepository(context.table) }, channelId, change);
  },
});

const receiptDeps = (table: Table, costs: ReceiptDeps['costs']): ReceiptDeps => ({
  endedBroadcasts: (channelId, byMs) => endedBroadcasts(table, channelId, byMs),
  findReplay: async (streamId) => {
    const claim = await getItem<{ readonly video_id: string }>(table, replayKey(streamId));
    if (!claim) return null;
    // A claim outlives a deleted replay.
    const video = await getItem<VideoItem>(table, videoKey(claim.video_id));
    return video?.status === 'ready' ? video.id : null;
  },
  costs,
  clock: Date.now,
});
