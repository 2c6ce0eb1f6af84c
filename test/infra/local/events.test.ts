import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { busRules } from '#infra/agreed/event-rules.ts';
import type { BusEvent, RaisedEvent } from '#infra/agreed/event.ts';
import { startEvents, type DeliveryDisturbance, type LocalEvents } from '#infra/local/events/events.ts';
import { LOCAL_QUEUES } from '#infra/local/transcoder/transcoder.ts';

const HOUR_MS = 60 * 60_000;
const UPLOADS = 'fanfare-uploads';
const RECORDINGS = 'fanfare-recordings';
const rules = busRules({
  ...LOCAL_QUEUES,
  uploadsBucket: UPLOADS,
  mailConfigurationSet: 'fanfare',
  recordingsBucket: RECORDINGS,
});

const STREAM_START: RaisedEvent = {
  source: 'aws.ivs',
  'detail-type': 'IVS Stream State Change',
  resources: ['arn:aws:ivs:us-east-1:000000000000:channel/abc'],
  detail: { event_name: 'Stream Start', channel_name: 'ADA', stream_id: 'st-1' },
};

const chunkStored = (key: string, bucket = UPLOADS): RaisedEvent => ({
  source: 'aws.s3',
  'detail-type': 'Object Created',
  resources: [`arn:aws:s3:::${bucket}`],
  detail: { version: '0', bucket: { name: bucket }, object: { key, size: 5 }, reason: 'PutObject' },
});

const jobIs = (queue: string, status: string): RaisedEvent => ({
  source: 'aws.mediaconvert',
  'detail-type': 'MediaConvert Job State Change',
  resources: [],
  detail: { queue, status, jobId: '1' },
});

interface Bus extends LocalEvents {
  /** Delivered events, except ticks. */
  readonly delivered: BusEvent[];
  readonly ticks: BusEvent[];
  readonly dropped: { event: BusEvent; error: unknown }[];
  /** Number of the next deliveries that fail. */
  failures: number;
  failingTicks: boolean;
}

let bus: Bus;
const open: LocalEvents[] = [];

async function startBus(tickMs = HOUR_MS, disturbance: DeliveryDisturbance = {}): Promise<Bus> {
  const parts = {
    delivered: [] as BusEvent[],
    ticks: [] as BusEvent[],
    dropped: [] as Bus['dropped'],
    failures: 0,
    failingTicks: false,
  };
  const events = await startEvents({
    rules,
    tickMs,
    disturbance,
    deliver: async (event, lambda) => {
      if (event['detail-type'] === 'Scheduled Event') {
        if (lambda === 'events') parts.ticks.push(event);
        if (parts.failingTicks) throw new Error('the tick failed');
        return;
      }
      parts.delivered.push(event);
      if (parts.failures-- > 0) throw new Error('the Lambda failed');
    },
    onDropped: (event, error) => parts.dropped.push({ event, error }),
  });
  open.push(events);
  return Object.assign(parts, events);
}

beforeEach(async () => {
  bus = await startBus();
});
afterEach(async () => {
  for (const events of open.splice(0)) events.close();
});

describe('an AWS event', () => {
  it('that a rule matches is delivered in EventBridge’s form', async () => {
    bus.raise(STREAM_START);
    await expect.poll(() => bus.delivered).toHaveLength(1);
    expect(bus.delivered[0]).toEqual({
      ...STREAM_START,
      version: '0',
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      account: '000000000000',
      region: 'us-east-1',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    });
  });

  it.each([
    ...['COMPLETE', 'ERROR', 'CANCELED'].map((end) => jobIs(LOCAL_QUEUES.windowsQueueArn, end)),
    ...['COMPLETE', 'ERROR', 'CANCELED', 'STATUS_UPDATE'].map((end) =>
      jobIs(LOCAL_QUEUES.videosQueueArn, end),
    ),
  ])('of a job’s end or progress is delivered: %o', async (event) => {
    bus.raise(event);
    await expect.poll(() => bus.delivered).toMatchObject([event]);
  });

  it('keeps its time', async () => {
    bus.raise({ ...STREAM_START, time: '2026-11-20T10:00:00Z' });
    await expect.poll(() => bus.delivered[0]?.time).toBe('2026-11-20T10:00:00Z');
  });

  it.each([
    { ...STREAM_START, source: 'aws.ec2' },
    { ...STREAM_START, 'detail-type': 'IVS Stream Health Change' },
    jobIs(LOCAL_QUEUES.windowsQueueArn, 'PROGRESSING'),
    jobIs(LOCAL_QUEUES.windowsQueueArn, 'STATUS_UPDATE'),
    jobIs(LOCAL_QUEUES.videosQueueArn, 'INPUT_INFORMATION'),
    jobIs('arn:aws:mediaconvert:us-east-1:000000000000:queues/Default', 'COMPLETE'),
  ])('that no rule matches is not delivered: %o', async (event) => {
    bus.raise(event);
    bus.raise(STREAM_START);
    await expect.poll(() => bus.delivered).toHaveLength(1);
    expect(bus.delivered[0]).toMatchObject(STREAM_START);
  });
});

describe('a stored chunk', () => {
  it('is reported at once, unlike other files, buckets and deletions', async () => {
    const chunk = chunkStored('chunks/ada/b1/000001.webm');
    bus.raise(chunkStored('videos/ada/chunks/1'));
    bus.raise(chunkStored('windows/ada/b1/live-000001-1.webm'));
    bus.raise(chunkStored('chunks/ada/b1/000001.webm', 'somebody-elses'));
    bus.raise({ ...chunk, 'detail-type': 'Object Deleted' });
    bus.raise(chunk);
    expect(bus.delivered).toMatchObject([chunk]);
  });
});

describe('a failed delivery', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('is repeated with the same event until it succeeds', async () => {
    bus.failures = 2;
    bus.raise(STREAM_START);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(bus.delivered).toHaveLength(3);
    expect(new Set(bus.delivered.map(({ id }) => id)).size).toBe(1);
    expect(bus.dropped).toEqual([]);
  });

  it('is given up after four attempts, with its cause', async () => {
    bus.failures = 4;
    bus.raise(STREAM_START);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(bus.delivered).toHaveLength(4);
    const error = new Error('the Lambda failed');
    expect(bus.dropped).toEqual([{ event: bus.delivered[0], error }]);
  });

  it('does not delay others', async () => {
    bus.failures = 1;
    bus.raise(STREAM_START);
    bus.raise({ ...STREAM_START, detail: { event_name: 'Stream End' } });
    await vi.advanceTimersByTimeAsync(0);
    expect(bus.delivered).toHaveLength(2);
  });

  it('is not repeated after the site ended', async () => {
    bus.failures = 1;
    bus.raise(STREAM_START);
    await vi.advanceTimersByTimeAsync(0);
    await bus.close();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(bus.delivered).toHaveLength(1);
  });
});

describe('a disturbed delivery', () => {
  const keys = (events: readonly BusEvent[]): unknown[] =>
    events.map(({ detail }) => (detail['object'] as { key: string }).key);
  const raiseTen = (to: Bus): string[] => {
    const names = Array.from({ length: 10 }, (_, at) => `chunks/ada/b1/${at}.webm`);
    for (const name of names) to.raise(chunkStored(name));
    return names;
  };

  it('arrives twice if configured', async () => {
    const disturbed = await startBus(HOUR_MS, { twice: 1 });
    const names = raiseTen(disturbed);
    await expect.poll(() => disturbed.delivered).toHaveLength(20);
    expect(keys(disturbed.delivered)).toEqual(names.flatMap((name) => [name, name]));
    expect(new Set(disturbed.delivered.map(({ id }) => id)).size).toBe(10);
  });

  it('arrives late and unordered, and delays neither ticks nor other events', async () => {
    const disturbed = await startBus(20, { delayMs: [100, 400], only: ['Object Created'] });
    const names = raiseTen(disturbed);
    const raisedAtMs = performance.now();
    disturbed.raise(STREAM_START);
    expect(disturbed.delivered).toMatchObject([STREAM_START]);
    await expect.poll(() => disturbed.ticks.length).toBeGreaterThan(2);
    await expect.poll(() => disturbed.delivered).toHaveLength(11);
    expect(performance.now() - raisedAtMs).toBeGreaterThan(100);
    const arrived = keys(disturbed.delivered.slice(1));
    expect(arrived).not.toEqual(names);
    expect(arrived.toSorted()).toEqual(names);
  });

  it('is lost if configured', async () => {
    const disturbed = await startBus(HOUR_MS, { lost: 1, only: ['Object Created'] });
    raiseTen(disturbed);
    disturbed.raise(STREAM_START);
    expect(disturbed.delivered).toMatchObject([STREAM_START]);
    expect(disturbed.ticks).toHaveLength(1);
  });

  it('does not arrive after the site ended', async () => {
    const disturbed = await startBus(HOUR_MS, { delayMs: [20, 30] });
    raiseTen(disturbed);
    await disturbed.close();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(disturbed.delivered).toEqual([]);
  });
});

describe('the tick', () => {
  it('runs at the start and after each interval', async () => {
    const quick = await startBus(20);
    await expect.poll(() => quick.ticks.length).toBeGreaterThan(3);
    expect(quick.ticks[0]).toMatchObject({
      source: 'aws.events',
      'detail-type': 'Scheduled Event',
      detail: {},
    });
    expect(new Set(quick.ticks.map(({ id }) => id)).size).toBe(quick.ticks.length);
  });

  it('is not repeated when it fails, because the next one follows', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const failing = await startBus(60_000);
    failing.failingTicks = true;
    await vi.advanceTimersByTimeAsync(150_000);
    expect(failing.ticks).toHaveLength(3);
    expect(new Set(failing.ticks.map(({ id }) => id)).size).toBe(3);
    // Those of `events` and of `news`, without the first, which had started before.
    expect(failing.dropped).toHaveLength(4);
    vi.useRealTimers();
  });

  it('runs only once before the first interval ends', () => {
    expect(bus.ticks).toHaveLength(1);
  });
});
