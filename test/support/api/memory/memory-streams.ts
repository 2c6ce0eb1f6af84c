import { noCosts } from '../no-costs.ts';
import { newChannel, toChannel } from '#functions/channels/channel.item.ts';
import {
  reconcileStreams,
  type StreamEventsDeps,
} from '#functions/streaming/events/stream-events.service.ts';
import type { Ingest } from '#shared/channels/channels.ts';
import { fakePlaybackAddresses, noStream } from '../streams.ts';
import { memoryBudgets } from './memory-budgets.ts';
import type { LiveStream, Stream } from '#functions/streaming/stream.ts';

export interface MemoryStreams {
  readonly ports: StreamEventsDeps;
  /** What IVS has on the air: stream ids by channel ARN. */
  readonly broadcasts: Map<string, string>;
  /** The calls to IVS, in order: `revoke ARN`, `disconnect ARN`. */
  readonly ivsCalls: string[];
  /** ARNs whose encoders IVS fails to disconnect. */
  readonly failing: Set<string>;
  /** Puts a channel on the air; returns its id. */
  addLive(id: string, live?: Partial<LiveStream>): string;
  live(id: string): LiveStream | undefined;
  stream(id: string): Stream;
  /** Runs the tick for all channels. */
  reconcile(ports?: StreamEventsDeps): ReturnType<typeof reconcileStreams>;
  wait(ms: number): void;
}

export const arnOf = (channelId: string): string => `arn:aws:ivs:us-east-1:000000000000:channel/${channelId}`;

/** What streaming needs, in memory and with a clock that tests move. */
export function memoryStreams(): MemoryStreams {
  const streams = new Map<string, Stream>();
  const broadcasts = new Map<string, string>();
  const failing = new Set<string>();
  const ivsCalls: string[] = [];
  let nowMs = Date.parse('2026-11-20T10:00:00Z');
  const find = async (channelId: string): Promise<Stream> => streams.get(channelId) ?? noStream(channelId);
  const change = async (channelId: string, changed: Partial<Stream>) =>
    void streams.set(channelId, { ...(await find(channelId)), ...changed });

  const idsOf = (ingest: Ingest) =>
    [...streams.values()].filter(({ live }) => live?.ingest === ingest).map(({ channelId }) => channelId);

  const ports: StreamEventsDeps = {
    clock: () => nowMs,
    budgets: memoryBudgets(() => nowMs),
    costs: noCosts,
    leases: { acquire: async () => true, release: async () => {} },
    channels: {
      findById: async (id) =>
        toChannel({ ...newChannel(id, id.toLowerCase()), title: 'A fan', game: 'Box Fans' }),
    },
    broadcasts: async () => new Map(broadcasts),
    showPreviewRecording: async () => {},
    addresses: fakePlaybackAddresses,
    ingest: {
      findChannels: async () => [],
      createChannel: () => Promise.reject(new Error('Makes no channels')),
      prepareChannel: async () => null,
      issueKey: async () => null,
      revokeKeys: async (arn) => void ivsCalls.push(`revoke ${arn}`),
      revokeViewers: async () => {},
      disconnect: async (arn) => {
        if (failing.has(arn)) throw new Error(`IVS fails for ${arn}`);
        ivsCalls.push(`disconnect ${arn}`);
      },
      deleteChannel: async () => true,
    },
    streams: {
      find,
      listWaiting: async () => idsOf('waiting'),
      beginIngestChannel: async () => {},
      saveIngestChannel: (channelId, ingestChannel) => change(channelId, { ingestChannel }),
      useIngestChannel: async () => true,
      detachIngestChannel: async () => false,
      saveKey: (channelId, streamKey) => change(channelId, { streamKey }),
      forgetKey: (channelId, keyRevokedMs) => change(channelId, { streamKey: undefined, keyRevokedMs }),
      noteDrop: (channelId, dropped) => change(channelId, { dropped }),
      saveStartsItself: (channelId, startsItself) => change(channelId, { startsItself }),
      notePreviewRecording: async () => true,
      endPreviewRecording: async () => {},
      setAddress: async () => {},
      goLive: ({ channelId, streamKey, streamId, starts }) => {
        const live = { ...newLive(nowMs), streamId };
        return change(channelId, { streamKey, starts: starts + 1, dropped: undefined, live, input: live });
      },
      updateDetails: async () => {},
      saveKeepsReplay: (channelId, keepsReplay) => change(channelId, { keepsReplay }),
      goOffline: async (channelId, sinceMs) => {
        const { input } = await find(channelId);
        await change(channelId, { live: undefined, input: { ...input, ingest: 'waiting', sinceMs } });
      },
      setInput: async ({ channelId, input: known }, next) => {
        const { live, input } = await find(channelId);
        if (input.ingest !== known.ingest || input.sinceMs !== known.sinceMs) return false;
        const onAirSinceMs = live?.onAirSinceMs ?? (next.ingest === 'receiving' ? next.sinceMs : undefined);
        const changed = live && { ...live, ...next, ...(onAirSinceMs && { onAirSinceMs }) };
        await change(channelId, { input: { ...input, ...next }, live: changed });
        return true;
      },
      findMany: (channelIds) => Promise.all(channelIds.map(find)),
    },
  };
  return {
    ports,
    broadcasts,
    ivsCalls,
    failing,
    addLive: (id, live) => {
      const ingestChannel = {
        arn: arnOf(id),
        rtmpUrl: 'rtmp://ingest/app/',
        playbackUrl: `https://play/${id}`,
      };
      streams.set(id, {
        ...noStream(id),
        ingestChannel,
        streamKey: `sk_${id}`,
        input: { ...newLive(nowMs), ...live },
        live: { ...newLive(nowMs), ...live },
      });
      return id;
    },
    live: (id) => streams.get(id)?.live,
    stream: (id) => streams.get(id) ?? noStream(id),
    reconcile: (given = ports) => reconcileStreams(given, [...streams.keys()], nowMs),
    wait: (ms) => void (nowMs += ms),
  };
}

const newLive = (nowMs: number): LiveStream => ({
  startedAtMs: nowMs,
  ingest: 'waiting',
  sinceMs: nowMs,
  streamId: undefined,
});
