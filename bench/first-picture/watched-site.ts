import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEncoder } from '#demo/live/encoder.ts';
import type { StreamStatus } from '#shared/live/streaming.ts';
import type { Video } from '#shared/videos/videos.ts';
import { startSiteProgram } from '../site/running-site.ts';
import { publish } from '../videos/publish.ts';
import { signUpUploader } from '../videos/site.ts';
import type { Person } from '#test/support/site/people.ts';

const FILM_S = 10;

/** Starts a site with one channel that is live with software and has a video of the same film. */
export async function startWatchedSite(folder: string, web: string) {
  const { url, end } = await startSiteProgram(folder, web);
  const uploader = await signUpUploader(url);
  const { person } = uploader;
  const film = encodeFilm(folder);
  await publish(uploader, film);
  const [video] = (await person.call('GET', `/videos?channel=${person.id}`)) as readonly Video[];
  if (!video?.playback_url) throw new Error('There is no video');
  const live = await goLive(person, film);
  return {
    url,
    channel: `${url}/channel/bench`,
    livePlaylist: live.playbackUrl,
    videoId: video.id,
    videoPlaylist: video.playback_url,
    end: async () => {
      live.stop();
      await end();
    },
  };
}

/** As OBS sends it, with a keyframe each second. */
function encodeFilm(folder: string): string {
  const film = join(folder, 'film.mp4');
  const picture = 'testsrc2=size=1280x720:rate=30,noise=alls=6:allf=t';
  const args = [
    ['-loglevel', 'error', '-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', 'sine=sample_rate=48000'],
    ['-t', `${FILM_S}`, '-pix_fmt', 'yuv420p', '-c:v', 'libx264', '-preset', 'veryfast', '-b:v', '1500k'],
    [
      '-maxrate',
      '1500k',
      '-bufsize',
      '1500k',
      '-g',
      '30',
      '-sc_threshold',
      '0',
      '-bf',
      '0',
      '-c:a',
      'aac',
      film,
    ],
  ].flat();
  execFileSync('ffmpeg', args);
  return film;
}

async function goLive({ call }: Person, film: string) {
  const setup = { title: 'Bench', game: 'Tower Fans', tags: [] };
  const { rtmp_url, stream_key, playback_url } = (await call(
    'POST',
    '/streaming/start',
    setup,
  )) as StreamStatus;
  if (!rtmp_url || !stream_key || !playback_url) throw new Error('The stream has no address');
  const encoder = startEncoder(film, rtmp_url + stream_key);
  while ((await fetch(playback_url)).status !== 200) await sleep(500);
  await sleep(6000);
  return { playbackUrl: playback_url, stop: encoder.stop };
}
