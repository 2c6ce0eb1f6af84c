import { describe, expect, it, vi } from 'vitest';
import { PREVIEW_MAX_MS } from '#shared/limits.ts';
import { DomainError } from '#functions/base/errors.ts';
import { connectedChannels } from '#functions/streaming/preview.service.ts';
import { applyStreamState } from '#functions/streaming/events/stream-events.service.ts';
import { streamStatus } from '#functions/streaming/stream-status.service.ts';
import {
  resetKey,
  shutOut,
  startStream,
  stopStream,
  type StreamingDeps,
} from '#functions/streaming/streaming.service.ts';
import { arnOf, type MemoryStreams, memoryStreams } from '#test/support/api/memory/memory-streams.ts';
import { noCosts } from '#test/support/api/no-costs.ts';

const SETUP = { title: 'A fan', game: 'Box Fans', tags: ['quiet'] };
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A channel that has been live before, with an encoder that `connects` and `goes`. */
async function aStreamer(minutesAgo = 60) {
  const memory = memoryStreams();
  memory.addLive('ADA', { ingest: 'receiving', streamId: 'st-0' });
  await stopStream(memory.ports, 'ADA');
  memory.wait(minutesAgo * MINUTE_MS);
  memory.ivsCalls.length = 0;
  let streams = 0;
  const report = (name: 'Stream Start' | 'Stream End', ports: StreamingDeps) =>
    applyStreamState(ports, {
      channelId: 'ADA',
      arn: arnOf('ADA'),
      name,
      streamId: `st-${streams}`,
      atMs: memory.ports.clock(),
    });
  return {
    ...memory,
    connects: async (ports: StreamingDeps = memory.ports) => {
      streams += 1;
      memory.broadcasts.set(arnOf('ADA'), `st-${streams}`);
      await report('Stream Start', ports);
    },
    goes: async () => {
      memory.broadcasts.clear();
      await report('Stream End', memory.ports);
    },
    status: () => streamStatus(memory.ports, 'ADA'),
  };
}

const disconnected = ({ ivsCalls }: MemoryStreams) => ivsCalls.includes(`disconnect ${arnOf('ADA')}`);

describe('software that connects while the channel is not live', () => {
  it('is a preview for the owner alone, for a quarter of an hour', async () => {
    const ada = await aStreamer();
    await ada.connects();
    const nowMs = ada.ports.clock();
    expect(await ada.status()).toMatchObject({
      is_live: false,
      stream_key: null,
      playback_url: null,
      preview: {
        playback_url: 'https://play/ADA?token=owner',
        connected_at: new Date(nowMs).toISOString(),
        ends_at: new Date(nowMs + PREVIEW_MAX_MS).toISOString(),
      },
    });
    expect(ada.live('ADA')).toBeUndefined();
    ada.wait(PREVIEW_MAX_MS - 1);
    await ada.reconcile();
    expect(disconnected(ada)).toBe(false);
    ada.wait(1);
    await ada.reconcile();
    expect(disconnected(ada)).toBe(true);
  });

  it('is no preview any more when it goes', async () => {
    const ada = await aStreamer();
    await ada.connects();
    ada.wait(MINUTE_MS);
    await ada.goes();
    expect((await ada.status()).preview).toBeUndefined();
  });

  it('is found by the tick when no event came', async () => {
    const ada = await aStreamer();
    ada.broadcasts.set(arnOf('ADA'), 'st-1');
    await ada.reconcile();
    expect((await ada.status()).preview).toBeDefined();
  });

  it('is public at once when its owner goes live, with the same key and no call to IVS', async () => {
    const ada = await aStreamer();
    await ada.connects();
    ada.wait(MINUTE_MS);
    const status = await startStream(ada.ports, 'ADA', SETUP);
    expect(status).toMatchObject({
      is_live: true,
      ingest: 'receiving',
      stream_key: 'sk_ADA?keyframeInterval=2',
    });
    expect(status.preview).toBeUndefined();
    expect(ada.live('ADA')).toMatchObject({ streamId: 'st-1', onAirSinceMs: ada.ports.clock() });
    expect(ada.ivsCalls).toEqual([]);
  });

  it('after the end of a stream never begins another one', async () => {
    const ada = await aStreamer();
    await ada.ports.streams.saveStartsItself('ADA', true);
    await ada.connects();
    expect(ada.live('ADA')).toBeDefined();
    ada.wait(HOUR_MS);
    await stopStream(ada.ports, 'ADA');
    ada.wait(2000);
    await ada.connects();
    expect(ada.live('ADA')).toBeUndefined();
    expect((await ada.status()).preview).toBeDefined();
    ada.wait(10 * MINUTE_MS);
    await ada.goes();
    ada.wait(2000);
    await ada.connects();
    expect(ada.live('ADA')).toBeUndefined();
  });
});

describe('software that starts its owner’s stream by itself', () => {
  const starting = async () => {
    const ada = await aStreamer();
    await ada.ports.streams.saveStartsItself('ADA', true);
    return ada;
  };

  it('does so with the last title, category and tags', async () => {
    const ada = await starting();
    await ada.connects();
    expect(ada.live('ADA')).toMatchObject({ ingest: 'receiving', streamId: 'st-1' });
  });

  it('is a preview where a start would be refused', async () => {
    const ada = await starting();
    const refusal = new DomainError('conflict', 'already_live');
    const costs = { ...noCosts, require: () => Promise.reject(refusal) };
    await ada.connects({ ...ada.ports, costs });
    expect(ada.live('ADA')).toBeUndefined();
    expect((await ada.status()).preview).toBeDefined();
  });

  it('is offered after the third stream', async () => {
    const ada = await aStreamer();
    for (const starts of [1, 2, 3]) {
      await ada.connects();
      await startStream(ada.ports, 'ADA', SETUP);
      expect((await ada.status()).auto_start).toBe(starts < 3 ? undefined : false);
      await stopStream(ada.ports, 'ADA');
      ada.wait(HOUR_MS);
    }
  });
});

describe('an encoder that is forgotten', () => {
  it('is disconnected again whenever it connects, and then loses its key', async () => {
    const ada = await aStreamer();
    await ada.connects();
    ada.wait(PREVIEW_MAX_MS);
    await ada.reconcile();
    for (let again = 1; again < 10; again++) {
      expect(ada.stream('ADA').streamKey).toBeDefined();
      await ada.goes();
      ada.wait(2000);
      await ada.connects();
    }
    expect(ada.stream('ADA').streamKey).toBeUndefined();
    expect(ada.ivsCalls.filter((call) => call.startsWith('revoke'))).toHaveLength(1);
    await ada.goes();
    expect((await ada.status()).key_revoked_at).toBe(new Date(ada.ports.clock()).toISOString());
  });

  it('keeps its key when a person starts it later', async () => {
    const ada = await aStreamer();
    await ada.connects();
    ada.wait(PREVIEW_MAX_MS);
    await ada.reconcile();
    await ada.goes();
    ada.ivsCalls.length = 0;
    ada.wait(5 * MINUTE_MS);
    await ada.connects();
    expect(disconnected(ada)).toBe(false);
    expect((await ada.status()).preview).toBeDefined();
  });

  it('uses the day’s hours, live or not', async () => {
    const ada = await aStreamer();
    for (let hour = 0; hour < 12; hour++) {
      await ada.connects();
      ada.wait(HOUR_MS - 1000);
      await ada.goes();
      ada.wait(1000);
    }
    await ada.connects();
    ada.wait(20_000);
    await ada.reconcile();
    expect(disconnected(ada)).toBe(true);
    await expect(startStream(ada.ports, 'ADA', SETUP)).rejects.toMatchObject({ code: 'too_many_requests' });
  });
});

describe('the stream key', () => {
  it('is another one after a reset, which disconnects the encoder', async () => {
    const ada = await aStreamer();
    const issueKey = async () => 'sk_new';
    const ports = { ...ada.ports, ingest: { ...ada.ports.ingest, issueKey } };
    await startStream(
      { ...ports, ingest: { ...ports.ingest, prepareChannel: async () => ada.stream('ADA').ingestChannel! } },
      'ADA',
      SETUP,
    );
    await ada.connects();
    const status = await resetKey(ports, 'ADA');
    expect(status).toMatchObject({ is_live: true, stream_key: 'sk_new?keyframeInterval=2' });
    expect(disconnected(ada)).toBe(true);
  });

  it('is forgotten before it is replaced, so that no start returns one that IVS has revoked', async () => {
    const ada = await aStreamer();
    const issueKey = () => Promise.reject(new Error('IVS is down'));
    const ports = { ...ada.ports, ingest: { ...ada.ports.ingest, issueKey } };
    await expect(resetKey(ports, 'ADA')).rejects.toThrow('IVS is down');
    expect(ada.stream('ADA').streamKey).toBeUndefined();
  });

  it('of a suspended account is revoked, and its encoder disconnected', async () => {
    const ada = await aStreamer();
    await ada.connects();
    await shutOut(ada.ports, 'ADA');
    expect(ada.ivsCalls).toEqual([`revoke ${arnOf('ADA')}`, `disconnect ${arnOf('ADA')}`]);
    expect(ada.stream('ADA')).toMatchObject({ streamKey: undefined, keyRevokedMs: undefined });
  });
});

describe('the channels to which an encoder is connected', () => {
  const TENTH_MINUTE_MS = Date.parse('2026-11-20T10:20:30Z');
  const asked = async (nowMs: number, used = [{ channelId: 'ADA', arn: arnOf('ADA') }]) => {
    const broadcasts = vi.fn(
      async () =>
        new Map([
          [arnOf('ADA'), 'st-1'],
          [arnOf('OTHERS'), 'st-2'],
        ]),
    );
    const ownerOf = async (ivsId: string) => (ivsId === 'ADA' ? ivsId : null);
    const ingestChannels = { listUsedBefore: async () => used, ownerOf };
    return [await connectedChannels({ ingestChannels, broadcasts }, nowMs), broadcasts.mock.calls.length];
  };

  it('are those of this site, asked for every ten minutes', async () => {
    expect(await asked(TENTH_MINUTE_MS)).toEqual([['ADA'], 1]);
    expect(await asked(TENTH_MINUTE_MS + MINUTE_MS)).toEqual([[], 0]);
    expect(await asked(TENTH_MINUTE_MS + 10 * MINUTE_MS)).toEqual([['ADA'], 1]);
  });

  it('are none, without a call to IVS, where the site has no channel there', async () => {
    expect(await asked(TENTH_MINUTE_MS, [])).toEqual([[], 0]);
  });
});
