import { eachItem } from '#functions/log/each-item.ts';
import { HOUR_MS } from '#shared/plain/time.ts';
import { logStep } from '#functions/log/log.ts';
import type { LiveIngest } from './ports.ts';
import type { IngestChannels, UsedChannel } from './table/ingest-channels.repository.ts';
import type { StreamsRepository } from './table/streaming.repository.ts';

export interface IdleDeps {
  readonly streams: Pick<StreamsRepository, 'find' | 'detachIngestChannel'>;
  readonly ingest: Pick<LiveIngest, 'deleteChannel' | 'disconnect' | 'findChannels' | 'revokeKeys'>;
  readonly ingestChannels: IngestChannels;
  readonly idleAfterMs: number;
  readonly clock: () => number;
}

/** Per run, because IVS takes five of these calls a second. More wait for the next minute. */
const MAX_CHANNELS = 20;
const RETRY_AFTER_MS = HOUR_MS;

/**
 * The minute tick, which costs one read while no channel is idle. Deletes channels at IVS that have not been used for `idleAfterMs`, because an AWS account may have 5,000; their owners
 * get a new one with their next stream. Detaches a channel from its owner before it deletes it; the next run repeats what
 * an interrupted run has left. Returns how many it deleted.
 */
export async function deleteIdleChannels(deps: IdleDeps): Promise<number> {
  const { ingestChannels, clock, idleAfterMs } = deps;
  const idle = await ingestChannels.listUsedBefore(clock() - idleAfterMs, MAX_CHANNELS);
  let deleted = 0;
  await eachItem(idle, {
    step: 'streams.idle',
    work: async (channel) => {
      if (await deleteIdle(deps, channel)) deleted += 1;
    },
    moveBack: (channel) => ingestChannels.touch(channel, clock() - idleAfterMs + RETRY_AFTER_MS),
  });
  if (deleted > 0) logStep('streams.idle', { deleted });
  return deleted;
}

async function deleteIdle(deps: IdleDeps, channel: UsedChannel): Promise<boolean> {
  const { streams, ingest, ingestChannels, clock, idleAfterMs } = deps;
  const { channelId, arn } = channel;
  if (arn === '') return endCreation(deps, channelId);
  const isTaken = await streams.detachIngestChannel(channelId, arn, clock() - idleAfterMs, clock());
  if (!isTaken && (await streams.find(channelId)).ingestChannel?.arn === arn) {
    // It is live, or about to be.
    await ingestChannels.touch(channel, clock());
    return false;
  }
  if (!(await ingest.deleteChannel(arn))) {
    // An encoder is connected. The next run deletes the channel.
    await ingest.revokeKeys(arn);
    await ingest.disconnect(arn);
    return false;
  }
  await ingestChannels.markGone(channel);
  return true;
}

/** A process has died while it made a channel: deletes those of this name that no item names. False while there was none. */
async function endCreation(
  { streams, ingest, ingestChannels, clock, idleAfterMs }: IdleDeps,
  channelId: string,
): Promise<boolean> {
  const named = await ingest.findChannels(channelId);
  const idleMs = clock() - idleAfterMs;
  const retryMs = idleMs + RETRY_AFTER_MS;
  // Before another creation, whose channel is not among these.
  if (!(await ingestChannels.claimCreation(channelId, idleMs, retryMs))) return false;
  const { ingestChannel } = await streams.find(channelId);
  const known = new Set([...(await ingestChannels.listOf(channelId)), ingestChannel?.arn]);
  const unknown = named.filter((arn) => !known.has(arn));
  for (const arn of unknown) if (!(await ingest.deleteChannel(arn))) return false;
  await ingestChannels.endCreation(channelId, retryMs + 1);
  return unknown.length > 0;
}
