import { describe, expect, it, vi } from 'vitest';
import { StorageFailure } from '#web/lib/api/patience/retry.ts';
import { createFakeStorage, refusal, startUpload, UPLOAD_ID } from '../support/fake-storage.ts';

const SIZE = 75;
const ALL = [1, 2, 3, 4, 5, 6, 7, 8];
const byNumber = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);

describe('an upload', () => {
  it('sends each part once, completes, and returns the address', async () => {
    const storage = createFakeStorage(SIZE);
    const { until, begunIds } = startUpload(storage, SIZE);
    expect(await until('uploaded')).toMatchObject({ videoUrl: '/uploads/1', sentBytes: SIZE });
    expect(storage.sent).toEqual(ALL);
    expect(storage.isCompleted()).toBe(true);
    expect(begunIds).toEqual([UPLOAD_ID]);
  });

  it('sends three parts at once', async () => {
    const storage = createFakeStorage(SIZE);
    let moving = 0;
    let most = 0;
    storage.ports.put = async (part, sending) => {
      moving += 1;
      most = Math.max(most, moving);
      await new Promise((resolve) => setTimeout(resolve, 1));
      moving -= 1;
      return storage.put(part, sending);
    };
    await startUpload(storage, SIZE).until('uploaded');
    expect(most).toBe(3);
  });

  it('splits the file into adjoining parts, the last one shorter', async () => {
    const storage = createFakeStorage(SIZE);
    const put = vi.fn<typeof storage.put>(storage.put);
    storage.ports.put = put;
    await startUpload(storage, SIZE).until('uploaded');
    const ranges = put.mock.calls.map(([{ startByte, endByte }]) => [startByte, endByte]);
    expect(ranges.slice(0, 2)).toEqual([
      [0, 10],
      [10, 20],
    ]);
    expect(ranges.at(-1)).toEqual([70, 75]);
  });

  it('reports its progress, never above the whole', async () => {
    const storage = createFakeStorage(SIZE);
    storage.ports.put = async (part, sending) => {
      storage.pass(300);
      return storage.put(part, sending);
    };
    const { until, states } = startUpload(storage, SIZE);
    await until('uploaded');
    const sent = states.map(({ sentBytes }) => sentBytes);
    expect(sent).toEqual(sent.toSorted((a, b) => a - b));
    expect(sent.at(-1)).toBe(SIZE);
    expect(new Set(sent).size).toBeGreaterThan(4);
  });
});

describe('a failed part', () => {
  it.each([0, 429, 500, 503])('with %i is sent again with growing waits', async (status) => {
    const storage = createFakeStorage(SIZE);
    let failures = 3;
    storage.ports.put = async (part, sending) => {
      if (part.number === 2 && failures-- > 0) throw new StorageFailure(status);
      return storage.put(part, sending);
    };
    await startUpload(storage, SIZE).until('uploaded');
    expect(byNumber(storage.sent)).toEqual(ALL);
    expect(storage.waitedMs).toEqual([250, 500, 1000]);
  });

  it('with 403 gets a new address, requested once for all parts', async () => {
    const storage = createFakeStorage(SIZE);
    const fetchStatus = vi.fn<typeof storage.ports.fetchStatus>(storage.ports.fetchStatus);
    storage.ports.fetchStatus = fetchStatus;
    storage.ports.put = async (part, sending) => {
      if (part.url.endsWith('v=1')) throw new StorageFailure(403);
      return storage.put(part, sending);
    };
    await startUpload(storage, SIZE).until('uploaded');
    expect(fetchStatus).toHaveBeenCalledTimes(1);
    expect(byNumber(storage.sent)).toEqual(ALL);
  });

  it('with repeated 403 ends the upload', async () => {
    const storage = createFakeStorage(SIZE);
    storage.ports.put = async () => {
      throw new StorageFailure(403);
    };
    expect(await startUpload(storage, SIZE).until('failed')).toMatchObject({ error: { status: 403 } });
  });

  it('with a refusal ends the upload at once', async () => {
    const storage = createFakeStorage(SIZE);
    storage.ports.put = async () => {
      throw new StorageFailure(400);
    };
    expect(await startUpload(storage, SIZE).until('failed')).toMatchObject({ error: { status: 400 } });
    expect(storage.waitedMs).toEqual([]);
  });

  it('is given up after three minutes without progress, keeping stored parts', async () => {
    const storage = createFakeStorage(SIZE);
    storage.ports.put = async (part, sending) => {
      if (part.number > 2) throw new StorageFailure(0);
      return storage.put(part, sending);
    };
    const { until, uploader } = startUpload(storage, SIZE);
    await until('failed');
    expect(storage.ports.nowMs()).toBeGreaterThan(180_000);
    storage.ports.put = storage.put;
    uploader.start();
    await until('uploaded');
    expect(byNumber(storage.sent)).toEqual(ALL);
  });
});

describe('without a network', () => {
  it('the upload shows that it waits, and continues by itself', async () => {
    const storage = createFakeStorage(SIZE);
    const { promise: online, resolve: comeBack } = Promise.withResolvers<void>();
    let isOnline = false;
    storage.ports.isOnline = () => isOnline;
    storage.ports.untilOnline = () => online;
    storage.ports.put = async (part, sending) => {
      if (!isOnline) throw new StorageFailure(0);
      return storage.put(part, sending);
    };
    const { until, states } = startUpload(storage, SIZE);
    await until('waiting');
    storage.pass(60 * 60_000);
    isOnline = true;
    comeBack();
    await until('uploaded');
    expect(byNumber(storage.sent)).toEqual(ALL);
    expect(states.map(({ phase }) => phase).filter((phase, at, all) => phase !== all[at - 1])).toEqual([
      'preparing',
      'uploading',
      'waiting',
      'uploading',
      'completing',
      'uploaded',
    ]);
  });
});

describe('a paused upload', () => {
  it('aborts its parts, and later sends missing ones only', async () => {
    const storage = createFakeStorage(SIZE);
    const { promise: never } = Promise.withResolvers<string>();
    storage.ports.put = (part, sending) => {
      if (part.number <= 4) return storage.put(part, sending);
      sending.onProgress(9);
      return Promise.race([never, aborted(sending.signal)]);
    };
    const { uploader, until, states } = startUpload(storage, SIZE);
    await expect.poll(() => storage.stored.size).toBe(4);
    uploader.pause();
    expect(states.at(-1)).toMatchObject({ phase: 'paused', sentBytes: 40, bytesPerSecond: null });
    storage.ports.put = storage.put;
    uploader.start();
    await until('uploaded');
    expect(storage.sent).toEqual(ALL);
    expect(storage.begun()).toBe(1);
  });
});

it('a pause and a resume while it begins make one upload', async () => {
  const storage = createFakeStorage(SIZE);
  const { begin } = storage.ports;
  const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
  storage.ports.begin = async () => {
    const upload = await begin();
    await allowed;
    return upload;
  };
  const { uploader, until, begunIds } = startUpload(storage, SIZE);
  await expect.poll(storage.begun).toBe(1);
  uploader.pause();
  uploader.start();
  allow();
  await until('uploaded');
  expect(storage.begun()).toBe(1);
  expect(begunIds).toEqual([UPLOAD_ID]);
});

describe('a resumed upload', () => {
  it('sends missing parts only', async () => {
    const storage = createFakeStorage(SIZE);
    for (const number of [1, 2, 5]) storage.stored.set(number, `"${number}"`);
    await startUpload(storage, SIZE, UPLOAD_ID).until('uploaded');
    expect(storage.sent).toEqual([3, 4, 6, 7, 8]);
    expect(storage.begun()).toBe(0);
  });

  it('restarts when the server deleted it', async () => {
    const storage = createFakeStorage(SIZE);
    storage.ports.fetchStatus = async () => {
      throw refusal(404, 'not_found');
    };
    const { until, begunIds } = startUpload(storage, SIZE, 'gone');
    await until('uploaded');
    expect(begunIds).toEqual([UPLOAD_ID]);
  });

  it('is done at once when another tab completed it', async () => {
    const storage = createFakeStorage(SIZE);
    const status = await storage.ports.fetchStatus(UPLOAD_ID);
    storage.ports.fetchStatus = async () => ({ ...status, completed: true });
    await startUpload(storage, SIZE, UPLOAD_ID).until('uploaded');
    expect(storage.sent).toEqual([]);
  });
});

describe('an API request', () => {
  it('is retried when the API cannot be reached', async () => {
    const storage = createFakeStorage(SIZE);
    const { begin, complete } = storage.ports;
    storage.ports.begin = vi.fn<typeof begin>(begin).mockRejectedValueOnce(refusal(0, 'network'));
    storage.ports.complete = vi.fn<typeof complete>(complete).mockRejectedValueOnce(refusal(503, 'internal'));
    await startUpload(storage, SIZE).until('uploaded');
    expect(storage.waitedMs).toHaveLength(2);
  });

  it.each([
    [400, 'invalid_request'],
    [413, 'payload_too_large'],
    [429, 'too_many_requests'],
  ] as const)('ends the upload when it is refused with %i', async (status, code) => {
    const storage = createFakeStorage(SIZE);
    storage.ports.begin = async () => {
      throw refusal(status, code);
    };
    expect(await startUpload(storage, SIZE).until('failed')).toMatchObject({ error: { code } });
    expect(storage.waitedMs).toEqual([]);
  });

  it('sends a part again that S3 lost', async () => {
    const storage = createFakeStorage(SIZE);
    let isLost = true;
    const { complete } = storage.ports;
    storage.ports.complete = async (id, parts) => {
      if (isLost) storage.stored.delete(3);
      isLost = false;
      return complete(id, parts);
    };
    await startUpload(storage, SIZE).until('uploaded');
    expect(storage.sent).toEqual([...ALL, 3]);
  });
});

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
