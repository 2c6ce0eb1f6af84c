/**
 * Software that is connected while the channel is not live: a preview for the owner. Its key stays valid, and encoders
 * connect again by themselves, so that a forgotten one, or one with a stolen key, would cost without end.
 */
import { MINUTE_MS } from '#shared/plain/time.ts';
import { PREVIEW_MAX_MS } from '#shared/limits.ts';
import { DomainError } from '#functions/base/errors.ts';
import { logFailure, logStep } from '#functions/log/log.ts';
import { viewersOf } from './playback-address.ts';
import { ivsIdOf, type Stream } from './stream.ts';
import type { IngestChannels } from './table/ingest-channels.repository.ts';
import { shutOut, startStream, type StreamingDeps } from './streaming.service.ts';

/** An encoder that was away for as long has been started by a person, and did not connect again by itself. */
const AWAY_MS = 5 * MINUTE_MS;
/** An encoder that connects again as often after it was disconnected is forgotten: its key is revoked. */
const MAX_DROPS = 10;

/** `before` is the state in which the encoder connected. Makes the channel live where its owner wants that. */
export async function onPreviewBegun(deps: StreamingDeps, before: Stream, atMs: number): Promise<void> {
  const { channelId, dropped, input, startsItself } = before;
  await endLastPlayback(deps, before);
  if (dropped && atMs - dropped.atMs < AWAY_MS) return drop(deps, before);
  if (startsItself && atMs - input.sinceMs >= AWAY_MS) await startByItself(deps, channelId);
}

/**
 * Viewers of the last stream have its address, which is valid for ten minutes at most if this fails. Not at the stream's end,
 * because they are some seconds behind.
 */
async function endLastPlayback(
  { ingest }: Pick<StreamingDeps, 'ingest'>,
  { ingestChannel, lastStartedAtMs }: Stream,
): Promise<void> {
  if (!ingestChannel || lastStartedAtMs === undefined) return;
  await ingest
    .revokeViewers(ingestChannel.arn, viewersOf(lastStartedAtMs))
    .catch((error: unknown) => logFailure('streaming.revokeViewers', error));
}

/** With the details of the last time. What refuses it leaves a preview. */
async function startByItself(deps: StreamingDeps, channelId: string): Promise<void> {
  const channel = await deps.channels.findById(channelId);
  if (!channel || channel.title === '' || channel.game === '') return;
  const { title, game, tags } = channel;
  try {
    await startStream(deps, channelId, { title, game, tags });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    logStep('streams.startByItself', { refused: error.code });
  }
}

/** The minute tick. True when it has disconnected the encoder. */
export async function watchPreview(deps: StreamingDeps, stream: Stream, nowMs: number): Promise<boolean> {
  const { channelId, input } = stream;
  if (input.ingest !== 'receiving') return false;
  const isOver =
    nowMs - input.sinceMs >= PREVIEW_MAX_MS ||
    (await deps.budgets.isSpent('software', channelId)) ||
    (await deps.costs.isReached(channelId));
  if (isOver) await drop(deps, stream);
  return isOver;
}

const ASKED_EVERY_MINUTES = 10;

/**
 * The channels to which an encoder is connected, every ten minutes; else none. Does not ask IVS while the site has no channel
 * there.
 */
export async function connectedChannels(
  {
    ingestChannels,
    broadcasts,
  }: {
    readonly ingestChannels: Pick<IngestChannels, 'listUsedBefore' | 'ownerOf'>;
    readonly broadcasts: () => Promise<ReadonlyMap<string, string>>;
  },
  nowMs: number,
): Promise<string[]> {
  if (Math.floor(nowMs / MINUTE_MS) % ASKED_EVERY_MINUTES !== 0) return [];
  if ((await ingestChannels.listUsedBefore(nowMs, 1)).length === 0) return [];
  const arns = [...(await broadcasts()).keys()];
  const owners = await Promise.all(arns.map((arn) => ingestChannels.ownerOf(ivsIdOf(arn))));
  return owners.filter((owner) => owner !== null);
}

async function drop(deps: StreamingDeps, { channelId, ingestChannel, dropped }: Stream): Promise<void> {
  if (!ingestChannel) return;
  const nowMs = deps.clock();
  const isAgain = dropped !== undefined && nowMs - dropped.atMs < AWAY_MS;
  const times = isAgain ? dropped.times + 1 : 1;
  if (times >= MAX_DROPS) return shutOut(deps, channelId, nowMs);
  await deps.streams.noteDrop(channelId, { atMs: nowMs, times });
  await deps.ingest.disconnect(ingestChannel.arn);
}
