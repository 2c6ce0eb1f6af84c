import { describe, expect, it } from 'vitest';
import { smallestFor } from '#web/features/wall/tile-control.tsx';
import { tileAt, wallPath, withoutTile, withTile } from '#web/features/wall/wall-address.ts';
import { readWall } from '#web/features/wall/wall-tiles.ts';
import { readFaders } from '#web/features/wall/wall-mixer.tsx';

const wallAt = (address: string) => readWall(new URL(address, 'https://fans.example').searchParams);

describe('a wall’s address', () => {
  it.each(['/wall', '/wall?of=Ada', '/wall?of=Ada,video:01ABC,grace&big=ada', '/wall?of=a&big=a'])(
    'is the same after parsing: %s',
    (address) => {
      expect(wallPath(wallAt(address))).toBe(address);
    },
  );

  it('shows each channel once, up to the limit', () => {
    const { tiles } = wallAt('/wall?of=Ada,ada,,video:,b, c ,video:D,e,f');
    expect(wallPath({ tiles, big: null })).toBe('/wall?of=Ada,b,c,video:D');
  });

  it('enlarges nothing that is not on it', () => {
    expect(wallAt('/wall?of=ada,b&big=c').big).toBeNull();
    expect(wallAt('/wall?of=ada,video:01ABC&big=video:01ABC').big).toBe('video:01ABC');
  });

  it('changes with the wall', () => {
    const one = withTile(wallAt('/wall?of=ada&big=ada'), { kind: 'video', id: 'V' });
    expect(wallPath(one)).toBe('/wall?of=ada,video:V&big=ada');
    expect(wallPath(withTile(one, { kind: 'channel', username: 'Ada' }))).toBe(wallPath(one));
    expect(wallPath(withoutTile(one, 'ada'))).toBe('/wall?of=video:V');
    const full = wallAt('/wall?of=a,b,c,d&big=d');
    expect(wallPath(withTile(full, { kind: 'channel', username: 'e' }))).toBe('/wall?of=a,b,d,e&big=d');
  });

  it.each([
    ['https://fans.example/channel/ada/video/01ABC?t=5', { kind: 'video', id: '01ABC' }],
    ['/channel/ada', { kind: 'channel', username: 'ada' }],
    ['https://fans.example/channel/100%', { kind: 'channel', username: '100%' }],
    ['/channel/a%20b', { kind: 'channel', username: 'a b' }],
    ['desk fan', null],
  ])('accepts %s', (written, tile) => {
    expect(tileAt(written)).toEqual(tile);
  });
});

describe('a volume slider', () => {
  it('keeps its position, but is silent before the first click', () => {
    const kept = {
      ada: { volume: 0.3, isMuted: false },
      b: { volume: 7 },
      c: null,
      d: { volume: 'loud', isMuted: true },
    };
    expect(readFaders(kept)).toEqual({ ada: { volume: 0.3, isMuted: true } });
    expect(readFaders('loud')).toEqual({});
  });
});

describe('the rendition of a small picture', () => {
  const all = ['1080p', '720p', '360p', '180p'].map((size, id) => ({ id, size }));

  it.each([
    [100, '180p'],
    [240, '180p'],
    [300, '360p'],
    [600, '720p'],
    [3000, '1080p'],
  ])('%i pixels high is chosen from %s', (heightPx, size) => {
    expect(smallestFor(all, heightPx)?.size).toBe(size);
  });

  it('is the only one when there is no choice', () => {
    expect(smallestFor(all.slice(0, 1), 10)?.size).toBe('1080p');
    expect(smallestFor([], 10)).toBeUndefined();
  });
});
