/**
 * An audio-only rendition of a live stream, as packagers with a ladder offer one: created outside of the site, and
 * served to one page.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { newFolder } from '../../runner/temporary-folder.ts';

/**
 * Replaces the page's `playlistUrl` with a multivariant playlist (RFC 8216 §4.3.4.2) of the stream and its audio-only
 * rendition. Throws ffmpeg's output if there is no audio.
 */
export async function offerSoundAlone(page: Page, playlistUrl: string): Promise<void> {
  const folder = newFolder();
  const hls = ['-f', 'hls', '-hls_time', '1', '-hls_list_size', '12', '-hls_flags', 'temp_file'];
  const quiet = ['-nostdin', '-hide_banner', '-loglevel', 'error'];
  const sound = join(folder, 'sound.m3u8');
  const ffmpeg = spawn('ffmpeg', [...quiet, '-i', playlistUrl, '-vn', '-c:a', 'copy', ...hls, sound]);
  onTestFinished(() => void ffmpeg.kill('SIGKILL'));
  const picture = new URL('picture.m3u8', playlistUrl).href;
  const { pathname } = new URL(playlistUrl);
  await page.route(`**${pathname}`, (route) =>
    route.fulfill({
      contentType: 'application/vnd.apple.mpegurl',
      body: [
        '#EXTM3U',
        '#EXT-X-STREAM-INF:BANDWIDTH=2200000,RESOLUTION=1280x720,CODECS="avc1.4d401f,mp4a.40.2"',
        'picture.m3u8',
        '#EXT-X-STREAM-INF:BANDWIDTH=80000,CODECS="mp4a.40.2"',
        'alone/sound.m3u8',
      ].join('\n'),
    }),
  );
  await page.route(picture, (route) => route.continue({ url: playlistUrl }));
  await page.route('**/alone/*', (route) => {
    const path = join(folder, new URL(route.request().url()).pathname.split('/').at(-1)!);
    return existsSync(path) ? route.fulfill({ body: readFileSync(path) }) : route.fulfill({ status: 404 });
  });
}
