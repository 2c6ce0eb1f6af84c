import { describe, expect, it } from 'vitest';
import { embedUrl, playerSource, youtubeVideoId } from '#web/features/player/live/player-source.ts';

const ID = 'aqz-KE-bpKQ';

describe('the player area', () => {
  // spec: 4.11
  it('plays a live channel with an address', () => {
    expect(playerSource({ is_live: true, video_url: '/a.m3u8', ingest: 'waiting' })).toEqual({
      name: 'live',
      url: '/a.m3u8',
      ingest: 'waiting',
      isCamera: false,
    });
  });

  it.each([
    ['/api/browser-stream/01JBROADCAST/live.m3u8', true],
    ['https://fanfare.example/api/browser-stream/01JBROADCAST/live.m3u8', true],
    ['/media/live/01JCHANNEL/index.m3u8', false],
    ['https://a.example/api/browser-stream/live.m3u8?x=/api/browser-stream/1/live.m3u8', false],
  ])('recognises a camera broadcast by its address: %s', (video_url, isCamera) => {
    expect(playerSource({ is_live: true, video_url, ingest: null })).toMatchObject({ isCamera });
  });

  // spec: 2.27
  it('embeds a YouTube video while the channel is not live', () => {
    const video_url = `https://www.youtube.com/watch?v=${ID}`;
    expect(playerSource({ is_live: false, video_url, ingest: null })).toEqual({ name: 'embed', videoId: ID });
  });

  it.each([
    ['not live', { is_live: false, video_url: '/a.m3u8', ingest: null }],
    ['live without an address', { is_live: true, video_url: '', ingest: null }],
    [
      'a YouTube address without a video',
      { is_live: false, video_url: 'https://youtube.com/@x', ingest: null },
    ],
  ])('is offline: %s', (_case, channel) => {
    expect(playerSource(channel)).toEqual({ name: 'offline' });
  });
});

describe('a YouTube address', () => {
  it.each([
    `https://www.youtube.com/watch?v=${ID}&t=30s`,
    `https://m.youtube.com/watch?list=x&v=${ID}`,
    `http://youtube.com/embed/${ID}?autoplay=1`,
    `https://www.youtube-nocookie.com/embed/${ID}`,
    `https://www.youtube.com/live/${ID}`,
    `https://www.youtube.com/shorts/${ID}`,
  ])('embeds the video of %s', (address) => {
    expect(youtubeVideoId(address)).toBe(ID);
  });

  it.each([
    `https://evil.example/youtube/embed/${ID}`,
    `https://youtube.com.evil.example/watch?v=${ID}`,
    `https://notyoutube.com/watch?v=${ID}`,
    `javascript:alert('youtube')//watch?v=${ID}`,
    'https://www.youtube.com/watch?v=../../evil',
    'https://www.youtube.com/redirect?q=https://evil.example',
    'youtube',
  ])('does not embed %s', (address) => {
    expect(youtubeVideoId(address)).toBeNull();
  });

  it('uses the domain without cookies', () => {
    expect(embedUrl(ID)).toBe(`https://www.youtube-nocookie.com/embed/${ID}`);
  });
});
