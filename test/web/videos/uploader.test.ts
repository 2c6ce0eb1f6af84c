import { describe, expect, it, vi } from 'vitest';
import { StorageFailure } from '../../../web/src/lib/api/patience/retry.ts';
import { createFakeStorage, refusal, startUpload, UPLOAD_ID } from '../support/fake-storage.ts';

const SIZE = 75;
const ALL = [1, 2, 3, 4, 5, 6, 7, 8];
const byNumber = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);

describe('an upload', () => {
  it('sends every part once, puts them together, and tells the address', async () => {
    const storage = createFakeStorage(SIZE);
    const { until, begunIds } = startUpload(storage, SIZE);
    expect(await until('uploaded')).toMatchObject({ videoUrl: '/uploads/1', sentBytes: SIZE });
    expect(storage.sent).toEqual(ALL);
    expect(storage.isCompleted()).toBe(true);
    expect(begunIds).toEqual([UPLOAD_ID]);
  });

  it('has three parts on their way at once, and no more', async () => {
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

  it('cuts the file into adjoining parts, the last one shorter', async () => {
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

  it('tells its progress, never beyond the whole', async () => {
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

describe('a part that fails', () => {
  it.each([0, 429, 500, 503])('with %i is sent again, later each time', async (status) => {
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

  it('with 403 is sent to a fresh address, which is asked for once for all', async () => {
    const storage = createFakeStorage(SIZE);
    const look = vi.fn<typeof storage.ports.look>(storage.ports.look);
    storage.ports.look = look;
    storage.ports.put = async (part, sending) => {
      if (part.url.endsWith('v=1')) throw new StorageFailure(403);
      return storage.put(part, sending);
    };
    await startUpload(storage, SIZE).until('uploaded');
    expect(look).toHaveBeenCalledTimes(1);
    expect(byNumber(storage.sent)).toEqual(ALL);
  });

  it('with 403 for ever ends the upload', async () => {
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

  it('is given up after three minutes in which nothing got through, and what is stored stays so', async () => {
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
  it('the upload says that it waits, and goes on by itself', async () => {
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

describe('a pause', () => {
  it('stops what is on its way, and afterwards only what is missing is sent', async () => {
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

describe('an upload that was begun before', () => {
  it('sends only what S3 does not have', async () => {
    const storage = createFakeStorage(SIZE);
    for (const number of [1, 2, 5]) storage.stored.set(number, `"${number}"`);
    await startUpload(storage, SIZE, UPLOAD_ID).until('uploaded');
    expect(storage.sent).toEqual([3, 4, 6, 7, 8]);
    expect(storage.begun()).toBe(0);
  });

  it('begins anew when it has been cleaned away meanwhile', async () => {
    const storage = createFakeStorage(SIZE);
    storage.ports.look = async () => {
      throw refusal(404, 'not_found');
    };
    const { until, begunIds } = startUpload(storage, SIZE, 'gone');
    await until('uploaded');
    expect(begunIds).toEqual([UPLOAD_ID]);
  });

  it('is done at once when another tab has completed it', async () => {
    const storage = createFakeStorage(SIZE);
    const status = await storage.ports.look(UPLOAD_ID);
    storage.ports.look = async () => ({ ...status, completed: true });
    await startUpload(storage, SIZE, UPLOAD_ID).until('uploaded');
    expect(storage.sent).toEqual([]);
  });
});

describe('the API', () => {
  it('is asked again when it cannot be reached', async () => {
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
  ] as const)('is taken at its word when it refuses with %i', async (status, code) => {
    const storage = createFakeStorage(SIZE);
    storage.ports.begin = async () => {
      throw refusal(status, code);
    };
    expect(await startUpload(storage, SIZE).until('failed')).toMatchObject({ error: { code } });
    expect(storage.waitedMs).toEqual([]);
  });

  it('gets a part again that S3 turns out not to have', async () => {
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
