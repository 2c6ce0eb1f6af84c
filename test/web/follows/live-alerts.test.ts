import { describe, expect, it } from 'vitest';
import { liveToast, toAnnounce } from '../../../web/src/features/follows/went-live.ts';
import { aChannel } from '../support/channel.ts';

describe('a channel is announced', () => {
  const offline = aChannel('gale');
  const live = aChannel('gale', { is_live: true });
  const sights = { before: [offline], now: [live], bells: new Set(['gale']), pathname: '/' };

  it('when it has a bell and goes live', () => {
    expect(toAnnounce(sights)).toEqual([live]);
  });

  it.each([
    ['without a bell', { bells: new Set<string>() }],
    ['that was live before', { before: [live] }],
    ['that nobody had seen before', { before: [] }],
    ['that is offline', { now: [offline] }],
    ['whose page is open', { pathname: '/channel/Gale' }],
  ])('but not one %s', (_, other) => {
    expect(toAnnounce({ ...sights, ...other })).toEqual([]);
  });
});

describe('the toast', () => {
  const gale = aChannel('gale', { display_name: 'Gale', title: 'Evening breeze' });
  const bea = aChannel('bea', { display_name: 'Bea' });

  it('of one channel leads to it', () => {
    expect(liveToast([gale])).toEqual({
      title: 'Gale is live',
      description: 'Evening breeze',
      link: { label: 'Watch', to: '/channel/gale' },
    });
  });

  it('of several channels names them all', () => {
    expect(liveToast([gale, bea])).toMatchObject({
      title: '2 channels are live',
      description: 'Gale, Bea',
      link: { to: '/following' },
    });
  });

  it('does not come without a channel', () => {
    expect(liveToast([])).toBeNull();
  });
});
