import { describe, expect, it } from 'vitest';
import { embedPath, withEmbedOptions } from '#shared/plain/embed/embed-code.ts';
import { embeddedAt, embedOptions } from '#web/pages/embed/embed-address.ts';

describe('an embed address', () => {
  it('names a channel or a video', () => {
    const id = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
    expect(embeddedAt(embedPath.channel('Ada_1'))).toEqual({ kind: 'channel', username: 'Ada_1' });
    expect(embeddedAt(`${embedPath.video(id)}/`)).toEqual({ kind: 'video', id });
    // Somebody may be called so.
    expect(embeddedAt('/embed/video')).toEqual({ kind: 'channel', username: 'video' });
  });

  it.each([
    '/embed/',
    '/embed//x',
    '/embed/a/b',
    '/embed/video/',
    '/embed/video/a/b',
    '/embed/%zz',
    '/settings',
  ])('%s is invalid', (path) =>
    expect(embeddedAt(path)).toEqual(
      path === '/embed/video/' ? embeddedAt('/embed/video') : { kind: 'nothing' },
    ),
  );

  it.each([
    ['?start=75', { startS: 75 }],
    ['?start=1h2m3s', { startS: 3723 }],
    ['?start=soon&mute=yes&autoplay=', {}],
    ['?mute=1', { isMuted: true }],
    ['?autoplay=1&mute=0', { isAutoplay: true }],
  ])('%s is used as far as it is valid', (search, expected) =>
    expect(embedOptions(search)).toEqual({ startS: null, isMuted: false, isAutoplay: false, ...expected }),
  );

  it.each([
    [{}, ''],
    [{ startS: 75 }, '?start=75'],
    [{ startS: 0, isAutoplay: true }, '?autoplay=1'],
    [{ startS: 5, isAutoplay: true, isMuted: true }, '?start=5&autoplay=1&mute=1'],
  ])('with the options %o is read as it was written', (options, search) => {
    const all = { startS: null, isAutoplay: false, isMuted: false, ...options };
    expect(withEmbedOptions('/embed/Ada', all)).toBe(`/embed/Ada${search}`);
    expect(embedOptions(search)).toEqual({ ...all, startS: all.startS || null });
  });
});
