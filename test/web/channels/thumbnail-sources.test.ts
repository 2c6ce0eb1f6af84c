import { describe, expect, it } from 'vitest';
import { thumbnailSources } from '#web/features/channels/stream-thumbnail.tsx';
import { aChannel } from '../support/channel.ts';

const own = '/media/pictures/a.jpg';
const live = '/ivs/v1/a/media/latest_thumbnail/thumb.jpg';

describe('a channel’s pictures', () => {
  it('begin with the stream’s while live', () => {
    const visible = aChannel('ada', { is_live: true, live_thumbnail_url: live, thumbnail_url: own });
    expect(thumbnailSources(visible, 0)).toEqual([`${live}?at=0`, own]);
  });

  it('change their address every half minute', () => {
    const visible = aChannel('ada', { is_live: true, live_thumbnail_url: live });
    const at = (ms: number) => thumbnailSources(visible, ms)[0];
    expect(at(29_999)).toBe(at(0));
    expect(at(30_000)).not.toBe(at(0));
  });

  it.each([
    ['its own, while the stream has none', { is_live: true, thumbnail_url: own }, [own]],
    ['its own, once it is off the air', { live_thumbnail_url: live, thumbnail_url: own }, [own]],
    ['none', {}, []],
  ])('are %s', (_, fields, sources) => {
    expect(thumbnailSources(aChannel('ada', fields), 0)).toEqual(sources);
  });
});
