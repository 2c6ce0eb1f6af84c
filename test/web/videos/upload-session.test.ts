import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readUploads, rememberUpload } from '#web/features/videos/upload/upload-memory.ts';
import { UploadSession } from '#web/features/videos/upload/upload-session.ts';
import type { UploadState } from '#web/features/videos/upload/upload-progress.ts';
import { stubBrowser } from '../support/browser.ts';
import { createFakeStorage, refusal, UPLOAD_ID } from '../support/fake-storage.ts';

const SIZE = 45;
const aFile = (name = 'desk-fan.mp4', lastModified = 1000) =>
  new File([new Uint8Array(SIZE)], name, { type: 'video/mp4', lastModified });
const record = (file = aFile()) => ({
  upload_id: UPLOAD_ID,
  name: file.name,
  size: SIZE,
  lastModified: file.lastModified,
});

const readUpload = (userId: string) => readUploads(userId)[0] ?? null;
/** As the browser's locks: of all tabs. */
let locked: Set<string>;
const lock = async (uploadId: string) => {
  if (locked.has(uploadId)) return null;
  locked.add(uploadId);
  return () => void locked.delete(uploadId);
};

let storage: ReturnType<typeof createFakeStorage>;
const onEnd = vi.fn<(state: UploadState) => void>();
const drop = vi.fn<(uploadId: string) => Promise<void>>();
const openSession = () => {
  const session = new UploadSession('otto', {
    fetchStatus: storage.ports.fetchStatus,
    drop,
    lock,
    portsFor: () => storage.ports,
    onEnd,
  });
  session.open();
  return session;
};
const until = async (session: ReturnType<typeof openSession>, kind: string): Promise<void> => {
  await expect.poll(() => session.screen().kind).toBe(kind);
};

beforeEach(() => {
  locked = new Set();
  stubBrowser('/upload');
  onEnd.mockReset();
  drop.mockReset().mockResolvedValue();
  storage = createFakeStorage(SIZE);
});
afterEach(() => vi.unstubAllGlobals());

describe('the upload screen', () => {
  it('uploads a chosen file and keeps its address', async () => {
    const session = openSession();
    expect(session.screen()).toEqual({ kind: 'choosing', file: null });
    expect(session.start()).toBe(false);
    expect(session.choose(aFile())).toBe(true);
    expect(session.start()).toBe(true);
    await until(session, 'uploaded');
    expect(session.screen()).toMatchObject({ videoUrl: '/uploads/1', file: { name: 'desk-fan.mp4' } });
    expect(onEnd).toHaveBeenCalledTimes(1);
  });

  it('restarts after a cancellation, and ignores the old upload’s events', async () => {
    const session = openSession();
    session.choose(aFile());
    session.start();
    session.startOver();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(session.screen()).toEqual({ kind: 'choosing', file: null });
    expect(readUpload('otto')).toBeNull();
    expect(onEnd).not.toHaveBeenCalled();
  });
});

describe('a file that the server refuses when complete', () => {
  const refuse = (status: number) => {
    storage.ports.complete = async () => {
      throw refusal(status, status === 415 ? 'unsupported_media_type' : 'payload_too_large');
    };
  };

  it.each([413, 415])('(%i) is reported once and removed, and another can be chosen', async (status) => {
    refuse(status);
    const session = openSession();
    const screens: string[] = [];
    session.subscribe(() => screens.push(session.screen().kind));
    session.choose(aFile());
    session.start();
    await expect.poll(() => onEnd).toHaveBeenCalledTimes(1);
    expect(onEnd.mock.calls[0]?.[0]).toMatchObject({ phase: 'failed', error: { status } });
    expect(session.screen()).toEqual({ kind: 'choosing', file: null });
    expect(screens).not.toContain('uploaded');
    expect(readUpload('otto')).toBeNull();
    expect(session.start()).toBe(false);
  });

  it('is removed after a reload too', async () => {
    rememberUpload('otto', UPLOAD_ID, aFile());
    storage.ports.fetchStatus = async () => {
      throw refusal(415, 'unsupported_media_type');
    };
    await until(openSession(), 'choosing');
    expect(readUpload('otto')).toBeNull();
  });
});

describe('a cancelled upload', () => {
  it('is deleted, also when its deletion fails at first', async () => {
    drop.mockRejectedValue(refusal(0, 'network'));
    storage.ports.put = () => new Promise(() => {});
    const session = openSession();
    session.choose(aFile());
    session.start();
    await expect.poll(() => readUpload('otto')).not.toBeNull();
    session.giveUp();
    expect(drop.mock.calls).toEqual([[UPLOAD_ID]]);
    expect(readUpload('otto')).toBeNull();
    expect(session.screen()).toEqual({ kind: 'choosing', file: null });
  });

  it('is deleted once its start was confirmed', async () => {
    const session = openSession();
    session.choose(aFile());
    session.start();
    session.giveUp();
    expect(drop).not.toHaveBeenCalled();
    await expect.poll(() => drop.mock.calls).toEqual([[UPLOAD_ID]]);
    expect(storage.sent).toEqual([]);
    expect(readUpload('otto')).toBeNull();
  });

  it('is deleted after a reload', async () => {
    rememberUpload('otto', UPLOAD_ID, aFile());
    const session = openSession();
    await until(session, 'unfinished');
    session.giveUp();
    expect(drop.mock.calls).toEqual([[UPLOAD_ID]]);
  });

  it('does not delete a published video', async () => {
    const session = openSession();
    session.choose(aFile());
    session.start();
    await until(session, 'uploaded');
    session.startOver();
    session.giveUp();
    expect(drop).not.toHaveBeenCalled();
  });
});

describe('two tabs', () => {
  it('upload apart: each is remembered, and discarding one leaves the other', async () => {
    rememberUpload('otto', UPLOAD_ID, aFile());
    const first = openSession();
    await until(first, 'unfinished');
    const second = openSession();
    await until(second, 'choosing');
    rememberUpload('otto', 'another', aFile('another.mp4'));
    second.startOver();
    first.giveUp();
    expect(drop.mock.calls).toEqual([[UPLOAD_ID]]);
    expect(readUploads('otto').map(({ upload_id }) => upload_id)).toEqual(['another']);
  });
});

describe('an unfinished upload', () => {
  it('is offered again with its progress', async () => {
    rememberUpload('otto', UPLOAD_ID, aFile());
    storage.stored.set(1, '"1"');
    const session = openSession();
    expect(session.screen()).toEqual({ kind: 'looking' });
    await until(session, 'unfinished');
    expect(session.screen()).toMatchObject({ file: { name: 'desk-fan.mp4' }, storedShare: 0.2 });
  });

  it('continues with the same file, and sends missing parts only', async () => {
    rememberUpload('otto', UPLOAD_ID, aFile());
    storage.stored.set(1, '"1"').set(4, '"4"');
    const session = openSession();
    await until(session, 'unfinished');
    expect(session.choose(aFile())).toBe(true);
    await until(session, 'uploaded');
    expect(storage.sent).toEqual([2, 3, 5]);
  });

  it.each([
    ['another name', aFile('box-fan.mp4')],
    ['another time', aFile('desk-fan.mp4', 2000)],
    ['another size', new File(['x'], 'desk-fan.mp4', { lastModified: 1000 })],
  ])('refuses a file with %s', async (_what, file) => {
    rememberUpload('otto', UPLOAD_ID, aFile());
    const session = openSession();
    await until(session, 'unfinished');
    expect(session.choose(file)).toBe(false);
    expect(session.screen().kind).toBe('unfinished');
  });

  it('is removed when the server deleted it', async () => {
    rememberUpload('otto', UPLOAD_ID, aFile());
    storage.ports.fetchStatus = async () => {
      throw refusal(404, 'not_found');
    };
    const session = openSession();
    await until(session, 'choosing');
    expect(readUpload('otto')).toBeNull();
  });

  it('is kept when the server cannot be reached', async () => {
    rememberUpload('otto', UPLOAD_ID, aFile());
    storage.ports.fetchStatus = async () => {
      throw refusal(0, 'network');
    };
    const session = openSession();
    await until(session, 'unfinished');
    expect(session.screen()).toMatchObject({ storedShare: null });
  });

  it('that was complete continues with publishing', async () => {
    rememberUpload('otto', UPLOAD_ID, aFile());
    const status = await storage.ports.fetchStatus(UPLOAD_ID);
    storage.ports.fetchStatus = async () => ({ ...status, completed: true });
    const session = openSession();
    await until(session, 'uploaded');
    expect(session.screen()).toMatchObject({ videoUrl: '/uploads/1' });
  });
});

describe('the saved upload', () => {
  it('is stored for each user', () => {
    rememberUpload('otto', UPLOAD_ID, aFile());
    expect(readUpload('otto')).toEqual(record());
    expect(readUpload('anna')).toBeNull();
  });

  it.each(['', '{', 'null', '[]', '{"upload_id":1}', '{"upload_id":"x","name":"a","size":"1"}'])(
    'is ignored when it contains %j',
    (text) => {
      localStorage.setItem('upload.otto', text);
      expect(readUpload('otto')).toBeNull();
    },
  );
});

describe('after a log-out', () => {
  const sending = async () => {
    storage.ports.put = () => new Promise(() => {});
    const session = openSession();
    session.choose(aFile());
    session.start();
    return session;
  };

  it('another tab may continue the upload', async () => {
    const session = await sending();
    await expect.poll(() => locked.has(UPLOAD_ID)).toBe(true);
    session.close();
    expect(locked.size).toBe(0);
    await until(openSession(), 'unfinished');
  });

  it('an upload that was beginning is not locked', async () => {
    const { begin } = storage.ports;
    const { promise: allowed, resolve: allow } = Promise.withResolvers<void>();
    storage.ports.begin = async () => {
      await allowed;
      return begin();
    };
    const session = await sending();
    session.close();
    allow();
    await expect.poll(() => readUpload('otto')).not.toBeNull();
    expect(locked.size).toBe(0);
  });
});

it('a second press of Upload begins nothing else', async () => {
  storage.ports.put = () => new Promise(() => {});
  const session = openSession();
  session.choose(aFile());
  expect([session.start(), session.start()]).toEqual([true, true]);
  await until(session, 'uploading');
  await expect.poll(storage.begun).toBe(1);
  expect(drop).not.toHaveBeenCalled();
});
