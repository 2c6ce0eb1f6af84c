import { describe, expect, it } from 'vitest';
import {
  type PlayerEvent,
  type PlayerState,
  initialState,
  playerReducer,
} from '#web/features/player/live/player.machine.ts';
import type { LiveSource, PlayerSource } from '#web/features/player/live/player-source.ts';
import type { Playlist, RunningPlaylist } from '#web/features/player/engine/playlist.ts';

const live = (ingest: 'waiting' | 'receiving', isCamera = false): LiveSource => ({
  name: 'live',
  url: '/a.m3u8',
  ingest,
  isCamera,
});
const camera = live('receiving', true);
const offline: PlayerSource = { name: 'offline' };
const running = (text: string, lengthS = 6, longestSegmentS = 1): RunningPlaylist => ({
  kind: 'running',
  text,
  segments: lengthS / longestSegmentS,
  lengthS,
  longestSegmentS,
  usualSegmentS: longestSegmentS,
});
const polled = (playlist: Playlist): PlayerEvent => ({ type: 'polled', playlist });
const channel = (source: PlayerSource): PlayerEvent => ({ type: 'channel', source });
const after = (source: PlayerSource, ...events: PlayerEvent[]): PlayerState =>
  events.reduce(playerReducer, initialState(source));
const playing = [polled(running('a')), { type: 'moving' }] satisfies PlayerEvent[];

describe('a reloaded channel', () => {
  it('goes offline at once unless there is a picture', () => {
    for (const before of [[], playing.slice(0, 1), [...playing, { type: 'lost' }] satisfies PlayerEvent[]]) {
      expect(after(live('receiving'), ...before, channel(offline))).toEqual({ name: 'offline' });
      expect(after(camera, ...before, channel(offline))).toEqual({ name: 'offline' });
    }
    expect(after(live('waiting'), channel(offline))).toEqual({ name: 'offline' });
  });

  it('goes live by itself', () => {
    expect(after({ name: 'offline' }, channel(live('waiting')))).toMatchObject({ name: 'waiting' });
    expect(after({ name: 'offline' }, channel(live('receiving')))).toMatchObject({ name: 'connecting' });
  });

  it('restarts with another address', () => {
    const other: PlayerSource = { ...camera, url: '/b.m3u8' };
    expect(after(live('receiving'), ...playing, channel(other))).toMatchObject({
      name: 'connecting',
      url: '/b.m3u8',
      session: 0,
    });
  });

  it('keeps the same state without changes', () => {
    const state = after(live('receiving'), ...playing);
    expect(playerReducer(state, channel(live('receiving')))).toBe(state);
    const embed = initialState({ name: 'embed', videoId: 'x' });
    expect(playerReducer(embed, channel({ name: 'embed', videoId: 'x' }))).toBe(embed);
  });
});

describe('an address that is signed again', () => {
  const signed = (token: string): LiveSource => ({ ...live('receiving'), url: `/live.m3u8?token=${token}` });
  const urlOf = (state: PlayerState) => ('url' in state ? state.url : null);

  it('leaves what plays alone, and is that of the next start', () => {
    const state = after(signed('a'), ...playing, channel(signed('b')));
    expect([state.name, urlOf(state)]).toEqual(['playing', '/live.m3u8?token=a']);
    const lost = playerReducer(state, { type: 'lost' });
    expect([lost.name, urlOf(lost)]).toEqual(['reconnecting', '/live.m3u8?token=b']);
  });

  it('is used at once where nothing plays yet', () => {
    expect(urlOf(after(signed('a'), channel(signed('b'))))).toBe('/live.m3u8?token=b');
  });

  it('is that of a playback which starts again by itself', () => {
    const sound = { type: 'sound-offered', url: '/sound.m3u8' } as const;
    const state = after(signed('a'), ...playing, channel(signed('b')), sound, {
      type: 'sound-alone',
      isOn: true,
    });
    expect([state.name, urlOf(state)]).toEqual(['starting', '/live.m3u8?token=b']);
  });

  it('of another playlist is another stream', () => {
    const state = after(
      signed('a'),
      ...playing,
      channel({ ...live('receiving'), url: '/other.m3u8?token=a' }),
    );
    expect([state.name, urlOf(state)]).toEqual(['connecting', '/other.m3u8?token=a']);
  });
});

describe('a stream that ends during playback', () => {
  const ending = [...playing, channel(offline)] satisfies PlayerEvent[];

  it.each([
    ['an encoder', live('receiving')],
    ['a camera', camera],
  ])('plays to its end and then goes offline: from %s', (_, source) => {
    const state = after(source, ...ending);
    expect(state).toMatchObject({ name: 'playing' });
    expect(playerReducer(state, channel(offline))).toBe(state);
    for (const type of ['gone', 'lost', 'stuck', 'dry', 'unsupported'] as const)
      expect(playerReducer(state, { type }), type).toEqual({ name: 'offline' });
  });

  it('waits for a camera’s last segments, but not for a disconnected encoder', () => {
    expect(after(live('receiving'), ...ending, { type: 'stalled' })).toEqual({ name: 'offline' });
    const stalled = after(camera, ...ending, { type: 'stalled' });
    expect(stalled).toMatchObject({ name: 'stalled', stalls: 1 });
    expect(playerReducer(stalled, { type: 'moving' })).toMatchObject({ name: 'playing' });
    expect(playerReducer(stalled, { type: 'dry' })).toEqual({ name: 'offline' });
  });

  it('is followed by the channel’s next state', () => {
    const state = after(camera, ...playing, channel({ name: 'embed', videoId: 'x' }));
    expect(playerReducer(state, { type: 'gone' })).toEqual({ name: 'embed', videoId: 'x' });
    const changed = playerReducer(state, channel(offline));
    expect(playerReducer(changed, { type: 'gone' })).toEqual({ name: 'offline' });
  });

  it('continues when it is live again', () => {
    const again = after(camera, ...ending, channel(camera));
    expect(again).toEqual(after(camera, ...playing));
  });

  it('is replaced at once by another broadcast', () => {
    const other = channel({ ...camera, url: '/b.m3u8' });
    expect(after(camera, ...ending, other)).toMatchObject({ name: 'connecting', url: '/b.m3u8' });
  });
});

describe('a camera broadcast', () => {
  it('starts with the first playlist', () => {
    const state = after(live('waiting', true), polled({ kind: 'absent' }), polled(running('a', 6, 2)));
    expect(state).toMatchObject({ name: 'starting', session: 1, segmentS: 2 });
  });

  it('passes on the usual segment length, not the longest', () => {
    const playlist = { ...running('a', 12, 2), longestSegmentS: 4 };
    expect(after(camera, polled(playlist))).toMatchObject({ segmentS: 2 });
  });

  it('keeps its playback during a long gap and continues by itself', () => {
    const dry = after(camera, ...playing, { type: 'stalled' }, { type: 'dry' });
    expect(dry).toMatchObject({ name: 'dry', session: 1, stalls: 1 });
    expect(playerReducer(dry, { type: 'dry' })).toBe(dry);
    expect(playerReducer(dry, { type: 'moving' })).toMatchObject({ name: 'playing', session: 1, stalls: 1 });
    expect(playerReducer(dry, channel(offline))).toEqual({ name: 'offline' });
  });

  it('keeps the last picture while its streamer’s page is away, and restarts afterwards if it is stuck', () => {
    const away = channel(live('waiting', true));
    const kept = after(camera, ...playing, { type: 'stalled' }, away, { type: 'stuck' });
    expect(kept).toMatchObject({ name: 'dry', session: 1 });
    expect(playerReducer(kept, { type: 'stuck' })).toBe(kept);
    expect(playerReducer(kept, { type: 'moving' })).toMatchObject({ name: 'playing' });
    const back = playerReducer(kept, channel(camera));
    expect(playerReducer(back, { type: 'stuck' })).toMatchObject({ name: 'waiting' });
  });

  it('restarts playback when there is more to play and nothing moves', () => {
    const stuck = after(camera, ...playing, { type: 'stuck' });
    expect(stuck).toMatchObject({ name: 'waiting' });
    expect([polled(running('b')), polled(running('c'))].reduce(playerReducer, stuck)).toMatchObject({
      name: 'starting',
      session: 2,
    });
  });
});

describe('waiting for the first picture', () => {
  it('lasts while there is no playlist', () => {
    expect(after(live('waiting'), polled({ kind: 'absent' }), polled({ kind: 'absent' }))).toMatchObject({
      name: 'waiting',
    });
  });

  it('ends with a playlist', () => {
    expect(after(live('waiting'), polled({ kind: 'absent' }), polled(running('a')))).toMatchObject({
      name: 'starting',
      session: 1,
    });
  });

  it('does not end with an old playlist', () => {
    const state = after(live('waiting'), polled(running('old')), polled(running('old')));
    expect(state).toMatchObject({ name: 'waiting', session: 0 });
    expect(playerReducer(state, polled(running('new')))).toMatchObject({ name: 'starting' });
  });

  it('ends when there is enough to play for the delay', () => {
    const short = after(live('receiving'), polled(running('a', 2)));
    expect(short).toMatchObject({ name: 'connecting', session: 0 });
    expect(playerReducer(short, polled(running('b', 3)))).toMatchObject({ name: 'starting' });
  });

  it('does not end with a single segment of any length', () => {
    expect(after(live('receiving'), polled(running('a', 10, 10)))).toMatchObject({ name: 'connecting' });
  });

  it('passes on the segment length', () => {
    expect(after(live('receiving'), polled(running('a', 8, 4)))).toMatchObject({ segmentS: 4 });
  });

  it('shows no missing picture when nothing could be requested', () => {
    expect(after(live('receiving'), polled({ kind: 'unreachable' }))).toMatchObject({ name: 'connecting' });
  });
});

describe('playback', () => {
  it('counts a stall once, and none before the first frame', () => {
    const starting = after(live('receiving'), polled(running('a')), { type: 'stalled' });
    expect(starting).toMatchObject({ name: 'starting', stalls: 0 });
    const stalled = after(live('receiving'), ...playing, { type: 'stalled' }, { type: 'stalled' });
    expect(stalled).toMatchObject({ name: 'stalled', stalls: 1 });
    expect(playerReducer(stalled, { type: 'moving' })).toMatchObject({ name: 'playing', stalls: 1 });
  });

  it('waits when the picture stands after the encoder left, in either order', () => {
    const waiting = { name: 'waiting', mustChange: true };
    const stall: PlayerEvent = { type: 'stalled' };
    expect(after(live('receiving'), ...playing, channel(live('waiting')), stall)).toMatchObject(waiting);
    expect(after(live('receiving'), ...playing, stall, channel(live('waiting')))).toMatchObject(waiting);
  });

  it('plays its buffer after the encoder left', () => {
    expect(after(live('receiving'), ...playing, channel(live('waiting')))).toMatchObject({ name: 'playing' });
  });

  it('waits when the playlist ended or disappeared, and starts the next one', () => {
    const gone = after(live('receiving'), ...playing, { type: 'gone' });
    expect(gone).toMatchObject({ name: 'waiting' });
    const back = [polled({ kind: 'ended' }), polled(running('next'))].reduce(playerReducer, gone);
    expect(back).toMatchObject({ name: 'starting', session: 2 });
  });

  it.each(['stuck', 'dry'] as const)('does not restart the playlist in which it got %s', (type) => {
    const stuck = after(live('receiving'), ...playing, { type }, polled(running('a')));
    expect(playerReducer(stuck, polled(running('a')))).toMatchObject({ name: 'waiting' });
    expect(playerReducer(stuck, polled(running('b')))).toMatchObject({ name: 'starting' });
  });

  it('ignores reports after its end', () => {
    const waiting = after(live('receiving'), ...playing, { type: 'gone' });
    expect(playerReducer(waiting, { type: 'moving' })).toBe(waiting);
  });
});

describe('a lost connection', () => {
  const lost = after(live('receiving'), ...playing, { type: 'lost' });

  it('retries while the server is unreachable', () => {
    const unreachable = polled({ kind: 'unreachable' });
    const state = Array.from({ length: 50 }, () => unreachable).reduce(playerReducer, lost);
    expect(state).toMatchObject({ name: 'reconnecting' });
  });

  it('continues at the first answer, with an unchanged playlist too', () => {
    expect(playerReducer(lost, polled(running('a')))).toMatchObject({ name: 'starting', session: 2 });
  });

  it('waits for the picture when the answer says there is none', () => {
    expect(playerReducer(lost, polled({ kind: 'absent' }))).toMatchObject({ name: 'waiting' });
  });

  it('keeps the count of stalls', () => {
    const stalled = after(live('receiving'), ...playing, { type: 'stalled' }, { type: 'lost' });
    expect(playerReducer(stalled, polled(running('a')))).toMatchObject({ stalls: 1 });
  });
});

describe('a slow connection', () => {
  const offered: PlayerEvent = { type: 'sound-offered', url: '/a/sound.m3u8' };
  const chosen = (isOn: boolean): PlayerEvent => ({ type: 'sound-alone', isOn });
  const slow = after(live('receiving'), ...playing, { type: 'slow' });

  it('is reported until it is fast enough', () => {
    expect(slow).toMatchObject({ name: 'playing', isSlow: true });
    expect(playerReducer(slow, { type: 'slow' })).toBe(slow);
    expect(playerReducer(slow, { type: 'fluent' })).toEqual(after(live('receiving'), ...playing));
  });

  it('leaves the choice of the sound alone, with a new playback each time', () => {
    expect(playerReducer(slow, chosen(true))).toBe(slow);
    const sound = [offered, chosen(true)].reduce(playerReducer, slow);
    expect(sound).toMatchObject({ name: 'starting', session: 2, isSoundAlone: true, isSlow: false });
    expect(sound).toMatchObject({ soundUrl: '/a/sound.m3u8' });
    for (const event of [offered, chosen(true)]) expect(playerReducer(sound, event)).toBe(sound);
    expect(playerReducer(sound, chosen(false))).toMatchObject({ session: 3, isSoundAlone: false });
  });

  it('leaves that choice while there is no playback, which then starts with it', () => {
    const state = after(live('receiving'), offered, chosen(true));
    expect(state).toMatchObject({ name: 'connecting', session: 0, isSoundAlone: true });
  });
});

it('an unsupported browser shows its message until the channel goes offline', () => {
  const state = after(live('receiving'), polled(running('a')), { type: 'unsupported' });
  expect(state).toMatchObject({ name: 'unsupported' });
  expect(playerReducer(state, polled(running('b')))).toBe(state);
  expect(playerReducer(state, channel({ name: 'offline' }))).toEqual({ name: 'offline' });
});
