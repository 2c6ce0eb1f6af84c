import { mkdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { freePort, startProgram, type BoundProgram } from '../support/programs.ts';
import type { BroadcastServer } from './broadcast-server.ts';
import { findNginx, type NginxPrograms } from './nginx-programs.ts';

/** As many as Fanfare's playlist has. */
const PLAYLIST_SEGMENTS = 12;
const START_TIMEOUT_MS = 5_000;

/** Starts nginx with its RTMP module in `folder`, with segments of `segmentS` seconds. */
export async function startNginx(folder: string, segmentS: number): Promise<BroadcastServer> {
  mkdirSync(join(folder, 'hls'), { recursive: true });
  const programs = findNginx();
  const [rtmpPort, httpPort] = [await freePort(), await freePort()];
  const configuration = join(folder, 'nginx.conf');
  writeFileSync(configuration, configure({ ...programs, folder, segmentS, rtmpPort, httpPort }));
  const errors = join(folder, 'error.log');
  const nginx = startProgram(programs.nginx, ['-p', folder, '-c', configuration, '-e', errors]);
  await untilListening(rtmpPort, nginx);
  return {
    publishUrl: `rtmp://127.0.0.1:${rtmpPort}/live/bench`,
    playbackUrl: `http://127.0.0.1:${httpPort}/hls/bench.m3u8`,
    close: async () => void (await nginx.end()),
  };
}

interface NginxSettings extends Pick<NginxPrograms, 'rtmpModule'> {
  readonly folder: string;
  readonly segmentS: number;
  readonly rtmpPort: number;
  readonly httpPort: number;
}

function configure({ rtmpModule, folder, segmentS, rtmpPort, httpPort }: NginxSettings): string {
  const { username } = userInfo();
  const temporaryPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
    load_module ${rtmpModule};
    ${username === 'root' ? 'user root root;' : ''}
    daemon off;
    worker_processes 1;
    pid ${folder}/nginx.pid;
    events { worker_connections 128; }
    rtmp {
      access_log off;
      server {
        listen 127.0.0.1:${rtmpPort};
        application live {
          live on;
          hls on;
          hls_path ${folder}/hls;
          hls_fragment ${segmentS}s;
          hls_playlist_length ${segmentS * PLAYLIST_SEGMENTS}s;
        }
      }
    }
    http {
      access_log off;
      types { application/vnd.apple.mpegurl m3u8; video/mp2t ts; }
      ${temporaryPaths.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n      ')}
      server {
        listen 127.0.0.1:${httpPort};
        location /hls {
          root ${folder};
          add_header Access-Control-Allow-Origin *;
          add_header Cache-Control no-cache;
        }
      }
    }
  `;
}

async function untilListening(port: number, nginx: BoundProgram): Promise<void> {
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadlineMs) {
    const isListening = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
    if (isListening) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nginx failed to start:\n${nginx.output()}`);
}
