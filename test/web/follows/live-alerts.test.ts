import { describe, expect, it } from 'vitest';
import { liveToast, toAnnounce } from '#web/features/follows/live-alerts.tsx';
import { aChannel } from '../support/channel.ts';

describe('a live alert', () => {
  const offline = aChannel('gale');
  const live = aChannel('gale', { is_live: true });
  const sights = { before: [offline], now: [live], bells: new Set(['gale']), pathname: '/' };

  it('is shown for a channel with notifications on that goes live', () => {
    expect(toAnnounce(sights)).toEqual([live]);
  });

  it.each([
    ['without a bell', { bells: new Set<string>() }],
    ['that was live before', { before: [live] }],
    ['that was not in the list before', { before: [] }],
    ['that is offline', { now: [offline] }],
    ['whose page is open', { pathname: '/channel/Gale' }],
    ['whose stream was interrupted', { recentlyLive: new Set(['gale']) }],
  ])('is not shown for a channel %s', (_, other) => {
    expect(toAnnounce({ ...sights, ...other })).toEqual([]);
  });
});

describe('the alert’s toast', () => {
  const gale = aChannel('gale', { display_name: 'Gale', title: 'Evening breeze' });
  const bea = aChannel('bea', { display_name: 'Bea' });

  it('links to its channel', () => {
    expect(liveToast([gale])).toEqual({
      title: 'Gale is live',
      description: 'Evening breeze',
      link: { label: 'Watch', to: '/channel/gale' },
    });
  });

  it('names several channels', () => {
    expect(liveToast([gale, bea])).toMatchObject({
      title: '2 channels are live',
      description: 'Gale and Bea',
      link: { to: '/following' },
    });
  });

  it('is not shown without a channel', () => {
    expect(liveToast([])).toBeNull();
  });
});
