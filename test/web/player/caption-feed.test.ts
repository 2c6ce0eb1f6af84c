import { describe, expect, it } from 'vitest';
import { captionSlot } from '#shared/plain/captions/live-captions.ts';
import type { LiveCue } from '#shared/live/live-captions.ts';
import { captionFeed } from '#web/features/player/captions/caption-feed.ts';

const START_MS = Date.parse('2026-11-28T08:00:00Z');
const DELAY_MS = 2300;

const cueAt = (atMs: number, text = 'Turning'): LiveCue => ({
  id: text,
  at: new Date(START_MS + atMs).toISOString(),
  duration_s: 2,
  text,
});

/** A viewer, whose time is in ms after the start; `stored` are the cues by now. */
function aViewer(stored: LiveCue[] = []) {
  let nowMs = START_MS;
  let behindMs = DELAY_MS;
  const fetched: number[] = [];
  const fetchSlot = async (slot: number) => {
    fetched.push(slot);
    return stored.filter(({ at }) => captionSlot(Date.parse(at)) === slot);
  };
  const feed = captionFeed({ fetchSlot, dateMs: () => nowMs - behindMs, clock: () => nowMs });
  return {
    feed,
    fetched,
    at: async (ms: number) => {
      nowMs = START_MS + ms;
      feed.update();
      await Promise.resolve().then(() => undefined);
      return feed.update().cues.map(({ text }) => text);
    },
    rewind: (ms: number) => {
      behindMs = ms;
    },
  };
}

const event = (cue: LiveCue) => [{ type: 'cue', cue }] as const;

describe('captions of a live broadcast', () => {
  it('are shown with their picture when they come in time', async () => {
    const { feed, at } = aViewer();
    await at(61_000);
    feed.onEvents(event(cueAt(60_000)));
    expect(await at(62_200)).toEqual([]);
    expect(await at(62_400)).toEqual(['Turning']);
    expect(await at(64_400)).toEqual([]);
  });

  it('are shown at once when they come late, and once when they come twice', async () => {
    const { feed, at } = aViewer();
    await at(70_000);
    feed.onEvents(event(cueAt(60_000)));
    feed.onEvents(event(cueAt(60_000)));
    expect(await at(70_100)).toEqual(['Turning']);
    expect(await at(72_100)).toEqual([]);
  });

  it('are loaded once where events arrive, and polled where they do not', async () => {
    const viewer = aViewer();
    viewer.feed.onChange(true);
    for (let ms = 64_000; ms < 67_000; ms += 200) await viewer.at(ms);
    expect(viewer.fetched.length).toBeLessThanOrEqual(2);
    viewer.feed.onChange(false);
    for (let ms = 67_000; ms < 72_000; ms += 200) await viewer.at(ms);
    expect(viewer.fetched.length).toBeGreaterThan(3);
  });

  it('are those of the time to which a viewer goes back', async () => {
    const viewer = aViewer([cueAt(5000, 'Early')]);
    viewer.feed.onChange(true);
    await viewer.at(3_600_000);
    viewer.rewind(3_594_000);
    expect(await viewer.at(3_600_000)).toEqual(['Early']);
    const loaded = viewer.fetched.length;
    for (let ms = 0; ms < 1000; ms += 200) await viewer.at(3_600_000 + ms);
    expect(viewer.fetched).toHaveLength(loaded);
  });

  it('vanish when they are deleted, also where a cache still has them', async () => {
    const stored = [cueAt(5000, 'Deleted'), cueAt(5100, 'Kept')];
    const viewer = aViewer(stored);
    viewer.feed.onChange(true);
    expect(await viewer.at(8000)).toEqual(['Deleted', 'Kept']);
    viewer.feed.onEvents([{ type: 'deleted', id: 'Deleted' }]);
    expect(await viewer.at(8010)).toEqual(['Kept']);
    viewer.feed.onChange(false);
    await viewer.at(8100);
    viewer.feed.onEvents(event(stored[0]!));
    expect(await viewer.at(8200)).toEqual(['Kept']);
  });

  it('vanish with the next poll where no events arrive', async () => {
    const stored = [cueAt(5000)];
    const viewer = aViewer(stored);
    expect(await viewer.at(7500)).toEqual(['Turning']);
    stored.pop();
    expect(await viewer.at(8000)).toEqual(['Turning']);
    await viewer.at(9510);
    expect(await viewer.at(9520)).toEqual([]);
  });
});
