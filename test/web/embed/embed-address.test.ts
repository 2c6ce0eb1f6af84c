import { describe, expect, it } from 'vitest';
import { embedPath } from '../../../shared/plain/embed-code.ts';
import { embeddedAt, embedOptions } from '../../../web/src/pages/embed/embed-address.ts';

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
});
