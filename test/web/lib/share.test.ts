import { afterEach, describe, expect, it, vi } from 'vitest';
import { shareBySheet } from '../../../web/src/lib/share-by-sheet.ts';

const page = { title: 'Evening breeze', url: 'https://fanfare.example/channel/gale' };

const stubSheet = (share: () => Promise<void>, canShare = true) => {
  const sheet = vi.fn<(shared: typeof page) => Promise<void>>(share);
  vi.stubGlobal('navigator', { canShare: () => canShare, share: sheet });
  return sheet;
};
afterEach(() => vi.unstubAllGlobals());

describe('sharing by the system', () => {
  it('hands over title and address', async () => {
    const sheet = stubSheet(async () => {});
    expect(await shareBySheet(page)).toBe(true);
    expect(sheet).toHaveBeenCalledWith(page);
  });

  it('is done when the person closes the sheet', async () => {
    stubSheet(() => Promise.reject(new DOMException('', 'AbortError')));
    expect(await shareBySheet(page)).toBe(true);
  });

  it('leaves the copying to us when the system refuses', async () => {
    stubSheet(() => Promise.reject(new DOMException('', 'NotAllowedError')));
    expect(await shareBySheet(page)).toBe(false);
  });

  it.each([
    ['has no sheet', () => vi.stubGlobal('navigator', {})],
    ['cannot share this', () => void stubSheet(async () => {}, false)],
  ])('leaves the copying to us where the browser %s', async (_, stub) => {
    stub();
    expect(await shareBySheet(page)).toBe(false);
  });
});
