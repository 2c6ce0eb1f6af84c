import { INGEST_WAIT_MAX_MS, INTERRUPTION_MAX_MS } from '#shared/limits.ts';
import { eachItem } from '#functions/log/each-item.ts';
import { logStep } from '#functions/log/log.ts';
import { noteCost } from '../software-broadcast.ts';
import { afterChange, afterObservation, type StreamStateChange } from './ingest-state.ts';
import { RENEW_SIGNATURE_MS } from '../playback-address.ts';
import { onPreviewBegun, watchPreview } from '../preview.service.ts';
import type { IngestChannel, IngestState, LiveStream, Stream } from '../stream.ts';
import { noteInput, signerOf, stopStream, type StreamingDeps } from '../streaming.service.ts';

/** Dependencies of the events and the tick, in addition to those of the routes. */
export interface StreamEventsDeps extends StreamingDeps {
  /** The live streams at IVS: ids by channel ARN. */
  readonly broadcasts: () => Promise<ReadonlyMap<string, string>>;
  /** Shows the recording of a live stream that was a preview, once its files of that time are deleted. */
  readonly showPreviewRecording: (stream: Stream, nowMs: number) => Promise<void>;
}

/** An encoder that is away for less has lost its connection, so its stream goes on even over the channel's cap. */
const RECONNECT_MS = 2 * 60_000;

/** Streams of one read. */
const PAGE = 100;

interface ReportedChange extends StreamStateChange {
  /** IVS's ARN of the channel. */
  readonly arn: string;
  /** The channel's name at IVS. */
  readonly channelId: string;
}

export async function applyStreamState(
  deps: StreamingDeps,
  { channelId, arn, ...change }: ReportedChange,
): Promise<void> {
  for (;;) {
    const stream = await deps.streams.find(channelId);
    const { input, ingestChannel } = stream;
    if (ingestChannel?.arn !== arn) return;
    const next = afterChange(input, change);
    if (!next || (await setInput(deps, stream, ingestChannel, next))) return;
  }
}

/** False when another change came first. */
async function setInput(
  deps: StreamingDeps,
  stream: Stream,
  ingestChannel: IngestChannel,
  next: IngestState,
): Promise<boolean> {
  if (!(await deps.streams.setInput(stream, next, signerOf(deps, ingestChannel)))) return false;
  await noteInput(deps, stream, next.sinceMs);
  if (!stream.live && next.ingest === 'receiving') await onPreviewBegun(deps, stream, next.sinceMs);
  return true;
}

/**
 * The minute tick: compares the stored states of these channels' streams with IVS, because events are best effort. Ends
 * streams that have waited too long for a picture, or would start again over the channel's cap. Asks IVS once, and only
 * when a software stream is open. A failure of one channel does not stop the others.
 *
 * `listedAtMs`: IVS listed its streams at that time or later.
 */
export async function reconcileStreams(
  deps: StreamEventsDeps,
  channelIds: readonly string[],
  listedAtMs: number,
): Promise<{ ended: number; repaired: number }> {
  const done = { ended: 0, repaired: 0 };
  // Only once even if it fails, because each attempt may take half a minute.
  let listed: ReturnType<typeof deps.broadcasts> | undefined;
  const watched = { ...deps, broadcasts: () => (listed ??= deps.broadcasts()) };
  const times = { listedAtMs, nowMs: deps.clock() };
  const work = async (stream: Stream) => {
    const outcome = await reconcile(watched, stream, times);
    if (outcome) done[outcome] += 1;
  };
  await eachItem(eachOf(deps, channelIds), { step: 'streams.reconcile', work });
  if (done.ended + done.repaired > 0) logStep('streams.reconciled', done);
  return done;
}

/** Reads each page shortly before its use, because streams may end meanwhile. */
async function* eachOf(
  { streams }: Pick<StreamEventsDeps, 'streams'>,
  ids: readonly string[],
): AsyncGenerator<Stream> {
  for (let from = 0; from < ids.length; from += PAGE)
    yield* await streams.findMany(ids.slice(from, from + PAGE));
}

async function reconcile(
  deps: StreamEventsDeps,
  stream: Stream,
  { listedAtMs, nowMs }: { readonly listedAtMs: number; readonly nowMs: number },
): Promise<'ended' | 'repaired' | undefined> {
  const { channelId, live, ingestChannel, input } = stream;
  if (!ingestChannel) return undefined;
  await noteCost(deps, stream, nowMs);
  const broadcasts = await deps.broadcasts();
  const seen = { streamId: broadcasts.get(ingestChannel.arn), atMs: listedAtMs };
  const next = afterObservation(input, seen);
  if (next) return (await setInput(deps, stream, ingestChannel, next)) ? 'repaired' : undefined;
  await noteInput(deps, stream, nowMs);
  if (!live) return (await watchPreview(deps, stream, nowMs)) ? 'ended' : undefined;
  const isReceiving = live.ingest === 'receiving';
  const isOver = isReceiving
    ? await deps.budgets.isSpent('software', channelId)
    : await waitsTooLong(deps, channelId, live, nowMs);
  if (isOver) {
    await stopStream(deps, channelId, isReceiving ? 'day limit' : 'silence');
    return 'ended';
  }
  if (isReceiving && nowMs - (live.signedAtMs ?? 0) >= RENEW_SIGNATURE_MS) {
    const address = signerOf(deps, ingestChannel)(live.startedAtMs);
    await deps.streams.setAddress(channelId, live, address, nowMs);
  }
  if (stream.previewRecording) await deps.showPreviewRecording(stream, nowMs);
  return undefined;
}

async function waitsTooLong(
  { costs }: Pick<StreamEventsDeps, 'costs'>,
  channelId: string,
  { onAirSinceMs, sinceMs }: LiveStream,
  atMs: number,
): Promise<boolean> {
  const waitedMs = atMs - sinceMs;
  if (waitedMs >= (onAirSinceMs === undefined ? INGEST_WAIT_MAX_MS : INTERRUPTION_MAX_MS)) return true;
  return waitedMs >= RECONNECT_MS && costs.isReached(channelId);
}
