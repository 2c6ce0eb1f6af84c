import { PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, it } from 'vitest';
import { parseCaptions } from '#shared/plain/captions/parse-captions.ts';
import type { Video } from '#shared/videos/videos.ts';
import { makeSegments } from '#test/support/api/broadcast/direct-segments.ts';
import { expectError, expectSuccess } from '#test/support/api/contract-checks.ts';
import { localApi } from '#test/support/api/local-api.ts';
import { OUTPUTS, seedVideos } from '#test/support/api/table/seed-videos.ts';
import { VideosStage } from '#test/support/api/videos/videos-stage.ts';

const MAIN = 'GET /videos/{id}/captioned.m3u8';
const CHAPTERS = 'GET /videos/{id}/chapters.json';
const LIST = 'GET /videos/{id}/captioned/{playlist}';
const FILE = 'GET /videos/{id}/captioned/subtitles/{file}';
const SRT = '1\n00:00:01,000 --> 00:00:02,000\nBladeless & <i>quiet</i>\n';
const FOLDER = OUTPUTS.playback_url.replace(/[^/]+$/, '');

const VARIANTS = `#EXTM3U
#EXT-X-VERSION:6
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=640x360
video_360p.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=100000,CODECS="mp4a.40.2"
sound/video_audio.m3u8
`;
const listOf = (segment: string, init = ''): string =>
  `#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:2\n${init}#EXTINF:2.000,\n${segment}\n#EXT-X-ENDLIST\n`;

const site = await localApi({ storage: true });
const stage = new VideosStage(site);
const ada = await site.aUser();

async function store(files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  const Bucket = site.storage!.mediaBucket;
  for (const [name, Body] of Object.entries(files))
    await stage.s3.send(new PutObjectCommand({ Bucket, Key: FOLDER.slice(1) + name, Body }));
}

async function aVideo(
  labels: Readonly<Record<string, string>>,
  fields: Partial<Video> = {},
): Promise<string> {
  const [video] = await seedVideos(site.table, ada, [{ status: 'ready', ...fields }]);
  for (const [language, label] of Object.entries(labels)) {
    const body = { label, text: SRT };
    await site.api('PUT', `/videos/${video!.id}/captions/${language}`, { token: ada.token, body });
  }
  return video!.id;
}

const ask = (id: string, path: string) => site.api('GET', `/videos/${id}/${path}`);
const lists = async (id: string) => String(expectSuccess(LIST, await ask(id, 'captioned/en.m3u8')));

/** A packet of a transport stream (ISO 13818-1 §2.4.3.2), which begins a picture or a table. */
function packet(start: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(188).fill(0xff);
  bytes.set([0x47, 0x41, 0x00, 0x10, ...start]);
  return bytes;
}
const TABLE = packet([0x00, 0x00, 0xb0, 0x0d]);
/** At 2 ** 32 + 90,000 ticks. */
const PICTURE = packet([0, 0, 1, 0xe0, 0, 0, 0x80, 0x80, 5, 0x29, 0x00, 0x05, 0xbf, 0x21]);

describe('the playlist of a video with captions', () => {
  it('lists each language for every variant, and the media at their addresses', async () => {
    await store({ 'video.m3u8': VARIANTS });
    const id = await aVideo({ de: 'Deutsch', en: 'Say "hi"', 'en-US': 'Say "hi"' });
    const answer = await ask(id, 'captioned.m3u8');
    const rendition = (language: string, name: string) =>
      `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="captions",LANGUAGE="${language}",NAME="${name}",DEFAULT=NO,AUTOSELECT=YES,` +
      `CHARACTERISTICS="public.accessibility.transcribes-spoken-dialog",URI="captioned/${language}.m3u8"`;
    expect(expectSuccess(MAIN, answer)).toBe(`#EXTM3U
${rendition('de', 'Deutsch')}
${rendition('en', "Say 'hi' (en)")}
${rendition('en-US', "Say 'hi' (en-US)")}
#EXT-X-VERSION:6
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=640x360,SUBTITLES="captions"
${FOLDER}video_360p.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=100000,CODECS="mp4a.40.2",SUBTITLES="captions"
${FOLDER}sound/video_audio.m3u8
`);
    expect(answer.headers.get('content-type')).toBe('application/vnd.apple.mpegurl');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });

  it('contains one variant where the video has a single playlist, and no renditions without captions', async () => {
    await store({ 'video.m3u8': listOf('video_1.ts') });
    const variant = (attributes: string) =>
      `#EXT-X-STREAM-INF:BANDWIDTH=3200000${attributes}\n${OUTPUTS.playback_url}\n`;
    const captioned = expectSuccess(MAIN, await ask(await aVideo({ en: 'English' }), 'captioned.m3u8'));
    expect(captioned).toContain(variant(',SUBTITLES="captions"'));
    const plain = expectSuccess(MAIN, await ask(await aVideo({}), 'captioned.m3u8'));
    expect(plain).toBe(`#EXTM3U\n#EXT-X-VERSION:6\n${variant('')}`);
  });

  it('names the chapters of the description in Apple’s JSON, also of a video without captions', async () => {
    await store({ 'video.m3u8': VARIANTS });
    const description = 'A fan’s day\n0:00 Still\n0:20 Turning\n0:45 Storm';
    const id = await aVideo({}, { description, duration_s: 61.5 });
    const { captioned_url: url } = expectSuccess('GET /videos/{id}', await site.api('GET', `/videos/${id}`));
    expect(url).toBe(`/api/videos/${id}/captioned.m3u8`);
    const tag = '#EXT-X-SESSION-DATA:DATA-ID="com.apple.hls.chapters",URI="chapters.json"';
    expect(expectSuccess(MAIN, await ask(id, 'captioned.m3u8'))).toContain(`#EXTM3U\n${tag}\n`);
    const entry = (chapter: number, startS: number, duration: number, title: string) => ({
      chapter,
      'start-time': startS,
      duration,
      titles: [{ language: 'und', title }],
    });
    expect(expectSuccess(CHAPTERS, await ask(id, 'chapters.json'))).toEqual([
      entry(1, 0, 20, 'Still'),
      entry(2, 20, 25, 'Turning'),
      entry(3, 45, 16.5, 'Storm'),
    ]);
    const without = await aVideo({}, { description: '0:00 Still' });
    expect(expectSuccess(CHAPTERS, await ask(without, 'chapters.json'))).toEqual([]);
    expect(expectSuccess(MAIN, await ask(without, 'captioned.m3u8'))).not.toContain('SESSION-DATA');
  });

  it('places a language at the times of a transport stream', async () => {
    await store({
      'video.m3u8': VARIANTS,
      'video_360p.m3u8': listOf('video_1.ts'),
      'video_1.ts': Buffer.concat([TABLE, PICTURE]),
    });
    const id = await aVideo({ en: 'English' });
    const file = `subtitles/en_${2 ** 32 + 90_000}.vtt`;
    expect(await lists(id)).toBe(
      `#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:13\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:12.500,\n${file}\n#EXT-X-ENDLIST\n`,
    );
    const answer = await ask(id, `captioned/${file}`);
    expect(answer.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
    const vtt = String(expectSuccess(FILE, answer));
    expect(vtt).toMatch(/^WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:4295057296,LOCAL:00:00:00\.000\n\n/);
    expect(parseCaptions(vtt).cues).toMatchObject([
      { startMs: 1000, endMs: 2000, text: 'Bladeless &amp; <i>quiet</i>' },
    ]);
  });

  it('places a language at the times of fragmented MP4', async () => {
    const third = Buffer.from(makeSegments({ seconds: 4 })[2]!);
    const header = third.indexOf('moof') - 4;
    await store({
      'video.m3u8': listOf('third.mp4', '#EXT-X-MAP:URI="init.mp4"\n'),
      'init.mp4': third.subarray(0, header),
      'third.mp4': third.subarray(header),
    });
    const [, ticks] = /en_(\d+)\.vtt/.exec(await lists(await aVideo({ en: 'English' }))) ?? [];
    expect(Number(ticks) / 90_000).toBeCloseTo(2, 1);
  });

  it('is found by those who find the video without signing in, and only in its languages', async () => {
    await store({ 'video.m3u8': VARIANTS });
    const [unlisted, secret] = [
      await aVideo({ en: 'English' }, { visibility: 'unlisted' }),
      await aVideo({ en: 'English' }, { visibility: 'private' }),
    ];
    expectSuccess(MAIN, await ask(unlisted, 'captioned.m3u8'));
    for (const path of [
      'captioned.m3u8',
      'chapters.json',
      'captioned/en.m3u8',
      'captioned/subtitles/en_0.vtt',
    ])
      for (const id of [secret, '0'.repeat(26)]) expectError(await ask(id, path), 'not_found');
    expectError(await ask(unlisted, 'captioned/de.m3u8'), 'not_found');
    expectError(await ask(unlisted, 'captioned/subtitles/de_0.vtt'), 'not_found');
    expectError(await ask(unlisted, 'captioned/subtitles/en_0.txt'), 'invalid_request');
  });
});
