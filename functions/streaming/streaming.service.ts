import type { StreamEndedBy, StreamSetup, StreamStatus } from '#shared/live/streaming.ts';
import type { AccountOfStep } from '#functions/base/account-step.ts';
import { secondsOfDay } from '#functions/base/day.ts';
import { requireFound } from '#functions/base/errors.ts';
import { broadcastEnd, softwareBroadcastOf, noteCost } from './software-broadcast.ts';
import type { PlaybackAddresses } from './playback-address.ts';
import type { LiveIngest } from './ports.ts';
import { recordingsOf } from './recordings/recording-location.ts';
import { type LeaseDeps, whileLeased } from './stream-lease.ts';
import { streamStatus } from './stream-status.service.ts';
import type { IngestChannel, Stream } from './stream.ts';
import type { IngestChannels } from './table/ingest-channels.repository.ts';
import type { StreamDetails } from './table/stream-transitions.repository.ts';
import type { StreamsRepository } from './table/streaming.repository.ts';
import type { Channel } from '#shared/channels/channels.ts';
import type { Costs } from '#functions/costs/index.ts';
import type { Budgets } from '#functions/limits/budgets.ts';

export interface StreamingDeps extends LeaseDeps {
  readonly streams: StreamsRepository;
  readonly ingest: LiveIngest;
  readonly channels: { findById(id: string): Promise<Channel | null> };
  readonly budgets: Budgets;
  readonly costs: Costs;
  readonly addresses: PlaybackAddresses;
}

export interface StreamDeletionDeps extends StreamingDeps {
  readonly ingestChannels: Pick<IngestChannels, 'hasCreation' | 'listOf'>;
  /** Deletes all recordings with this key prefix. False when time ran out. */
  readonly discard: (filesPrefix: string, hasTime: () => boolean) => Promise<boolean>;
}

/** How long a start waits for its turn at IVS; with the last attempt it is less than the lease, and the Lambda's time. */
const START_PATIENCE_MS = 12_000;

/**
 * Opens the caller's stream; what arrives already is public from now on. While it is open, only changes the details. The
 * address and the key for the encoder stay the same until `resetKey`. Throws `conflict`, `busy`, `unavailable`,
 * `not_found`, `cap_reached`, and `too_many_requests` when the day's budget is used up.
 */
export async function startStream(
  deps: StreamingDeps,
  channelId: string,
  { keep_replay, ...details }: StreamSetup,
): Promise<StreamStatus> {
  // A token outlives its account by up to a day.
  requireFound(await deps.channels.findById(channelId), 'channel');
  await whileLeased(deps, channelId, async () => {
    const stream = await deps.streams.find(channelId);
    const keepsReplay = keep_replay ?? stream.keepsReplay;
    if (stream.live) {
      await deps.streams.updateDetails(channelId, details);
      if (keepsReplay !== stream.keepsReplay) await deps.streams.saveKeepsReplay(channelId, keepsReplay);
      return;
    }
    await deps.costs.require(channelId);
    await deps.budgets.require('software', channelId);
    const opened = previewOf(stream) ?? (await openIngest(deps, { ...stream, keepsReplay }));
    await goLive(deps, stream, { ...opened, details, keepsReplay });
  });
  return streamStatus(deps, channelId);
}

interface OpenedIngest {
  readonly ingestChannel: IngestChannel;
  readonly streamKey: string;
}

/** The channel at IVS while an encoder is connected to it: its settings cannot change then. */
const previewOf = ({ input, ingestChannel, streamKey }: Stream): OpenedIngest | undefined =>
  input.ingest === 'receiving' && ingestChannel && streamKey ? { ingestChannel, streamKey } : undefined;

async function goLive(
  deps: StreamingDeps,
  stream: Stream,
  opened: OpenedIngest & { readonly details: StreamDetails; readonly keepsReplay: boolean },
): Promise<void> {
  const { channelId, input, starts } = stream;
  const { ingestChannel, ...rest } = opened;
  const nowMs = deps.clock();
  const streamId = input.ingest === 'receiving' ? input.streamId : undefined;
  await noteInput(deps, stream, nowMs);
  const { playbackUrl } = ingestChannel;
  await deps.streams.goLive({ channelId, playbackUrl, starts, streamId, nowMs, ...rest });
  if (input.ingest === 'waiting') return;
  const live = { ingest: 'waiting', sinceMs: nowMs, streamId, startedAtMs: nowMs } as const;
  const next = { ingest: 'receiving', sinceMs: nowMs, streamId } as const;
  await deps.streams.setInput({ ...stream, input: live, live }, next, signerOf(deps, ingestChannel));
}

/** Signs the address for the viewers of a stream. */
export const signerOf =
  ({ addresses, clock }: Pick<StreamingDeps, 'addresses' | 'clock'>, channel: IngestChannel) =>
  (startedAtMs: number): string =>
    addresses.forViewers(channel, startedAtMs, clock());

/** Counts what IVS has received since the last change against the day's budget, live or not. */
export async function noteInput(
  { budgets }: Pick<StreamingDeps, 'budgets'>,
  { channelId, input: { ingest, sinceMs } }: Stream,
  nowMs: number,
): Promise<void> {
  if (ingest !== 'receiving') return;
  const amount = secondsOfDay(sinceMs, nowMs);
  await budgets.note('software', { channelId, itemId: String(sinceMs), amount });
}

/**
 * Ends the caller's stream and disconnects the encoder. One that connects again by itself is a preview. Does nothing when
 * there is none.
 */
export async function stopStream(
  deps: StreamingDeps,
  channelId: string,
  endedBy: StreamEndedBy = 'streamer',
): Promise<StreamStatus> {
  await whileLeased(deps, channelId, async () => {
    const stream = await deps.streams.find(channelId);
    const { live, ingestChannel, keepsReplay } = stream;
    if (!live) return;
    if (ingestChannel) await deps.ingest.disconnect(ingestChannel.arn);
    const nowMs = deps.clock();
    await noteInput(deps, stream, nowMs);
    await noteCost(deps, stream, nowMs);
    const channel = await deps.channels.findById(channelId);
    const broadcast = channel ? softwareBroadcastOf(live, keepsReplay, channel) : undefined;
    await deps.streams.goOffline(channelId, nowMs, broadcast, broadcastEnd(live, endedBy, nowMs));
  });
  return streamStatus(deps, channelId);
}

/** Replaces the caller's key and disconnects who uses the old one; an open stream is interrupted. */
export async function resetKey(deps: StreamingDeps, channelId: string): Promise<StreamStatus> {
  await whileLeased(deps, channelId, async () => {
    const { ingestChannel } = await deps.streams.find(channelId);
    if (!ingestChannel) return;
    // If this is cut off, the next start issues one.
    await deps.streams.forgetKey(channelId);
    const streamKey = await deps.ingest.issueKey(ingestChannel.arn, deps.clock() + START_PATIENCE_MS);
    if (streamKey) await deps.streams.saveKey(channelId, streamKey);
    await deps.ingest.disconnect(ingestChannel.arn);
  });
  return streamStatus(deps, channelId);
}

/** Lets no encoder of the channel connect until its next start: of a suspended account, and one that keeps connecting. */
export async function shutOut(deps: StreamingDeps, channelId: string, revokedMs?: number): Promise<void> {
  const { live, ingestChannel, streamKey } = await deps.streams.find(channelId);
  if (live) await stopStream(deps, channelId);
  if (!ingestChannel) return;
  // Not again, so that a deletion that is interrupted at each write goes on.
  if (streamKey !== undefined) await deps.streams.forgetKey(channelId, revokedMs);
  await deps.ingest.revokeKeys(ingestChannel.arn);
  await deps.ingest.disconnect(ingestChannel.arn);
}

/** The owner's channel at IVS with its key. Creates the channel when IVS has none, and the key when it was revoked. */
async function openIngest({ streams, ingest, clock }: StreamingDeps, stream: Stream): Promise<OpenedIngest> {
  const { channelId, keepsReplay } = stream;
  const untilMs = clock() + START_PATIENCE_MS;
  const known =
    stream.ingestChannel && (await ingest.prepareChannel(stream.ingestChannel.arn, keepsReplay, untilMs));
  // Updates the stored addresses, which may have changed, and marks the channel used, so that it is not deleted as
  // idle.
  if (known && (await streams.useIngestChannel(channelId, known, clock()))) {
    const streamKey = stream.streamKey ?? (await ingest.issueKey(known.arn, untilMs));
    if (streamKey) return { ingestChannel: known, streamKey };
  }
  await streams.beginIngestChannel(channelId, clock());
  const created = await ingest.createChannel(channelId, keepsReplay, untilMs);
  await streams.saveIngestChannel(channelId, created.ingestChannel, created.streamKey, clock());
  return created;
}

/**
 * Ends a person's stream and deletes their channels at IVS with all recordings. False while IVS refuses, and when time ran
 * out. See `DeletionStep`.
 */
export async function deleteStreams(
  deps: StreamDeletionDeps,
  { id, hasTime }: AccountOfStep,
): Promise<boolean> {
  const { ingestChannel } = await deps.streams.find(id);
  await shutOut(deps, id);
  const named = (await deps.ingestChannels.hasCreation(id)) ? await deps.ingest.findChannels(id) : [];
  const arns = new Set([...(await deps.ingestChannels.listOf(id)), ...named]);
  if (ingestChannel) arns.add(ingestChannel.arn);
  for (const arn of arns) {
    if (!hasTime() || !(await deps.ingest.deleteChannel(arn))) return false;
    if (!(await deps.discard(recordingsOf(arn), hasTime))) return false;
  }
  return true;
}
