import { afterEach, describe, expect, it, vi } from 'vitest';
import { shareBySheet } from '#web/ui/overlays/copy-and-share.ts';

const page = { title: 'Evening breeze', url: 'https://fanfare.example/channel/gale' };

const stubSheet = (share: () => Promise<void>, canShare = true) => {
  const sheet = vi.fn<(shared: typeof page) => Promise<void>>(share);
  vi.stubGlobal('navigator', { canShare: () => canShare, share: sheet });
  return sheet;
};
afterEach(() => vi.unstubAllGlobals());

describe('the system’s share sheet', () => {
  it('gets title and address', async () => {
    const sheet = stubSheet(async () => {});
    expect(await shareBySheet(page)).toBe(true);
    expect(sheet).toHaveBeenCalledWith(page);
  });

  it('counts as done when the user closes it', async () => {
    stubSheet(() => Promise.reject(new DOMException('', 'AbortError')));
    expect(await shareBySheet(page)).toBe(true);
  });

  it('falls back to copying when the system refuses', async () => {
    stubSheet(() => Promise.reject(new DOMException('', 'NotAllowedError')));
    expect(await shareBySheet(page)).toBe(false);
  });

  it.each([
    ['has no sheet', () => vi.stubGlobal('navigator', {})],
    ['cannot share this', () => void stubSheet(async () => {}, false)],
  ])('falls back to copying when the browser %s', async (_, stub) => {
    stub();
    expect(await shareBySheet(page)).toBe(false);
  });
});
