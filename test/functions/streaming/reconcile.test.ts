import { describe, expect, it, vi } from 'vitest';
import { INGEST_WAIT_MAX_MS, INTERRUPTION_MAX_MS } from '#shared/limits.ts';
import { applyStreamState, reconcileStreams } from '#functions/streaming/events/stream-events.service.ts';
import { startStream, stopStream } from '#functions/streaming/streaming.service.ts';
import type { BilledBroadcast, Costs } from '#functions/costs/index.ts';
import type { Use } from '#functions/costs/usage.ts';
import { noCosts } from '#test/support/api/no-costs.ts';
import { arnOf, memoryStreams } from '#test/support/api/memory/memory-streams.ts';
import { failuresOfItems } from '#test/support/api/log-capture.ts';

describe('the minute tick', () => {
  it('shows a stream whose Stream Start was lost', async () => {
    const memory = memoryStreams();
    memory.addLive('ADA');
    memory.broadcasts.set(arnOf('ADA'), 'st-1');
    memory.wait(60_000);
    expect(await memory.reconcile()).toEqual({ ended: 0, repaired: 1 });
    expect(memory.live('ADA')).toMatchObject({ ingest: 'receiving', streamId: 'st-1' });
    expect(await memory.reconcile()).toEqual({ ended: 0, repaired: 0 });
  });

  it('marks a stream as interrupted whose Stream End was lost', async () => {
    const memory = memoryStreams();
    memory.addLive('ADA', { ingest: 'receiving', streamId: 'st-1' });
    memory.wait(60_000);
    expect(await memory.reconcile()).toEqual({ ended: 0, repaired: 1 });
    expect(memory.live('ADA')).toMatchObject({ ingest: 'waiting', streamId: 'st-1' });
  });

  it('ends a stream that had no picture for 15 minutes, and keeps its key', async () => {
    const memory = memoryStreams();
    memory.addLive('ADA');
    memory.wait(INGEST_WAIT_MAX_MS - 1);
    expect(await memory.reconcile()).toEqual({ ended: 0, repaired: 0 });
    expect(memory.live('ADA')).toBeDefined();
    memory.wait(1);
    expect(await memory.reconcile()).toEqual({ ended: 1, repaired: 0 });
    expect(memory.live('ADA')).toBeUndefined();
    expect(memory.ivsCalls).toEqual([`disconnect ${arnOf('ADA')}`]);
  });

  it('ends a stream three minutes after its picture has stopped', async () => {
    const memory = memoryStreams();
    memory.addLive('ADA');
    memory.broadcasts.set(arnOf('ADA'), 'st-1');
    memory.wait(60_000);
    expect(await memory.reconcile()).toEqual({ ended: 0, repaired: 1 });
    memory.wait(INGEST_WAIT_MAX_MS * 4);
    expect(await memory.reconcile()).toEqual({ ended: 0, repaired: 0 });
    memory.broadcasts.clear();
    await memory.reconcile();
    memory.wait(INTERRUPTION_MAX_MS - 1);
    expect(await memory.reconcile()).toEqual({ ended: 0, repaired: 0 });
    memory.wait(1);
    expect(await memory.reconcile()).toEqual({ ended: 1, repaired: 0 });
  });

  it('lets an encoder reconnect at the channel’s cap, but none start', async () => {
    const memory = memoryStreams();
    const ports = { ...memory.ports, costs: { ...noCosts, isReached: async () => true } };
    memory.addLive('ADA', { ingest: 'receiving', streamId: 'st-1' });
    memory.broadcasts.set(arnOf('ADA'), 'st-1');
    memory.wait(60_000);
    expect(await memory.reconcile(ports)).toEqual({ ended: 0, repaired: 0 });
    memory.broadcasts.clear();
    await memory.reconcile(ports);
    memory.wait(119_000);
    expect(await memory.reconcile(ports)).toEqual({ ended: 0, repaired: 0 });
    memory.wait(1000);
    expect(await memory.reconcile(ports)).toEqual({ ended: 1, repaired: 0 });
  });

  it('computes the cost of a stream from the time that IVS received it', async () => {
    const memory = memoryStreams();
    const noted: [BilledBroadcast, Use][] = [];
    const note = async (...[thing, use]: Parameters<Costs['note']>) => void noted.push([thing, use]);
    const startedAtMs = memory.ports.clock();
    memory.addLive('ADA', { ingest: 'receiving', streamId: 'st-1', receivedMs: 30_000 });
    memory.addLive('BEA');
    memory.broadcasts.set(arnOf('ADA'), 'st-1');
    memory.wait(60_000);
    await memory.reconcile({ ...memory.ports, costs: { ...noCosts, note } });
    expect(noted).toEqual([
      [
        { channelId: 'ADA', id: `S${startedAtMs}`, startedAtMs },
        { kind: 'software', receivedMs: 90_000, keepsReplay: true },
      ],
    ]);
  });

  it('ends a stream when the user’s daily hours are used up, and no sooner', async () => {
    const memory = memoryStreams();
    const HOUR_MS = 60 * 60_000;
    memory.addLive('ADA', { ingest: 'receiving', streamId: 'st-1' });
    memory.broadcasts.set(arnOf('ADA'), 'st-1');
    memory.wait(11.9 * HOUR_MS);
    expect(await memory.reconcile()).toEqual({ ended: 0, repaired: 0 });
    memory.wait(0.2 * HOUR_MS);
    expect(await memory.reconcile()).toEqual({ ended: 1, repaired: 0 });
    expect(memory.live('ADA')).toBeUndefined();
    const setup = { title: 'A fan', game: 'Box Fans', tags: [] };
    await expect(startStream(memory.ports, 'ADA', setup)).rejects.toMatchObject({
      code: 'too_many_requests',
      faults: [{ reason: 'day_limit', params: { kind: 'software', wait_s: 114 * 60 } }],
    });
  });

  it('continues with other channels when one fails, and reports the failure', async () => {
    const memory = memoryStreams();
    for (const id of ['ADA', 'BOB', 'CYD', 'DEE', 'EVE']) memory.addLive(id);
    memory.failing.add(arnOf('BOB'));
    memory.wait(INGEST_WAIT_MAX_MS);
    expect(await failuresOfItems(() => memory.reconcile())).toHaveLength(1);
    const left = ['ADA', 'BOB', 'CYD', 'DEE', 'EVE'].filter((id) => memory.live(id));
    expect(left).toEqual(['BOB']);
  });

  it('checks every live stream with one request to IVS', async () => {
    const memory = memoryStreams();
    const ids = Array.from({ length: 230 }, (_, index) => memory.addLive(`FAN${index}`));
    for (const id of ids) memory.broadcasts.set(arnOf(id), `st-${id}`);
    memory.wait(60_000);
    let asked = 0;
    const broadcasts = () => {
      asked += 1;
      return memory.ports.broadcasts();
    };
    expect(await memory.reconcile({ ...memory.ports, broadcasts })).toEqual({ ended: 0, repaired: 230 });
    expect(asked).toBe(1);
  });

  it('asks IVS once also when that fails, and still computes costs', async () => {
    const memory = memoryStreams();
    for (const id of ['ADA', 'BOB', 'CYD']) memory.addLive(id, { ingest: 'receiving', streamId: 'st-1' });
    const broadcasts = vi.fn(() => Promise.reject(new Error('IVS is down')));
    const note = vi.fn(async () => {});
    const ports = { ...memory.ports, broadcasts, costs: { ...noCosts, note } };
    memory.wait(60_000);
    expect(await failuresOfItems(() => memory.reconcile(ports))).toEqual(Array(3).fill('IVS is down'));
    expect(broadcasts).toHaveBeenCalledTimes(1);
    expect(note).toHaveBeenCalledTimes(3);
  });

  it('does not ask IVS while no software stream is live', async () => {
    const memory = memoryStreams();
    const broadcasts = () => Promise.reject(new Error('IVS was asked'));
    const done = reconcileStreams({ ...memory.ports, broadcasts }, ['CAMERA'], memory.ports.clock());
    expect(await done).toEqual({ ended: 0, repaired: 0 });
  });

  it('ignores a list of IVS that is older than the latest change', async () => {
    const memory = memoryStreams();
    const listedAtMs = memory.ports.clock();
    memory.wait(40_000);
    memory.addLive('ADA', { ingest: 'receiving', streamId: 'st-1' });
    memory.wait(19_000);
    expect(await reconcileStreams(memory.ports, ['ADA'], listedAtMs)).toEqual({ ended: 0, repaired: 0 });
    expect(memory.live('ADA')).toMatchObject({ ingest: 'receiving' });
    memory.wait(21_000);
    expect(await memory.reconcile()).toEqual({ ended: 0, repaired: 1 });
  });

  it('leaves a stream alone that changed meanwhile', async () => {
    const memory = memoryStreams();
    memory.addLive('ADA');
    memory.broadcasts.set(arnOf('ADA'), 'st-1');
    memory.wait(60_000);
    const streams = { ...memory.ports.streams, setInput: async () => false };
    expect(await memory.reconcile({ ...memory.ports, streams })).toEqual({ ended: 0, repaired: 0 });
    expect(memory.live('ADA')).toMatchObject({ ingest: 'waiting' });
  });
});

describe('an event of IVS', () => {
  const started = (memory: ReturnType<typeof memoryStreams>, arn: string) =>
    applyStreamState(memory.ports, {
      channelId: 'ADA',
      arn,
      name: 'Stream Start',
      streamId: 'st-1',
      atMs: memory.ports.clock(),
    });

  it('of another channel with the same name changes nothing', async () => {
    const memory = memoryStreams();
    memory.addLive('ADA');
    await started(memory, arnOf('SOMEBODY'));
    expect(memory.live('ADA')).toMatchObject({ ingest: 'waiting' });
  });

  it('of an offline channel changes nothing', async () => {
    const memory = memoryStreams();
    memory.addLive('ADA');
    await stopStream(memory.ports, 'ADA');
    await started(memory, arnOf('ADA'));
    expect(memory.live('ADA')).toBeUndefined();
  });

  it('is evaluated again when another event came between', async () => {
    const memory = memoryStreams();
    memory.addLive('ADA');
    const { setInput } = memory.ports.streams;
    let tries = 0;
    const streams = {
      ...memory.ports.streams,
      setInput: async (...args: Parameters<typeof setInput>) => ++tries > 1 && setInput(...args),
    };
    await started({ ...memory, ports: { ...memory.ports, streams } }, arnOf('ADA'));
    expect(tries).toBe(2);
    expect(memory.live('ADA')).toMatchObject({ ingest: 'receiving' });
  });
});
