/** The baseline's page: mediabunny creates HLS from the camera, and each file is PUT to every address. */
import { registerAacEncoder } from '@mediabunny/aac-encoder';
import {
  BufferTarget,
  CmafOutputFormat,
  HlsOutputFormat,
  MediaStreamAudioTrackSource,
  MediaStreamVideoTrackSource,
  Output,
  PathedTarget,
  type Target,
} from 'mediabunny';
import { RECORDING_BITS_PER_SECOND } from '#shared/limits.ts';
import { BARE_SEGMENT_S } from './bare-segment.ts';

declare global {
  /** Records the page's camera until the page is closed. */
  var recordBare: (addresses: readonly string[]) => Promise<void>;
}

const SOUND_BITS_PER_SECOND = 128_000;
/** The camera's frame rate; otherwise mediabunny would query the browser for each frame's time. */
const FRAMES_PER_S = 30;

globalThis.recordBare = async (addresses) => {
  registerAacEncoder();
  const media = await navigator.mediaDevices.getUserMedia({ video: true, audio: true });
  const [picture] = media.getVideoTracks();
  const [sound] = media.getAudioTracks();
  if (!picture || !sound) throw new Error('The camera has no video or no audio');
  let sent: Promise<unknown> = Promise.resolve();
  const send = (file: string, target: Target): void => {
    const body = target instanceof BufferTarget && target.buffer;
    if (!body) throw new Error(`${file} is empty`);
    const put = async (address: string) => fetch(`${address}/${file}`, { method: 'PUT', body });
    sent = sent.then(() => Promise.all(addresses.map(put)));
  };
  const format = new HlsOutputFormat({
    segmentFormat: new CmafOutputFormat(),
    targetDuration: BARE_SEGMENT_S,
    live: true,
    onInit: (target) => send('init.mp4', target),
    onSegment: (target, { n }) => send(`${n}.m4s`, target),
  });
  const output = new Output({ format, target: new PathedTarget('main.m3u8', () => new BufferTarget()) });
  output.addVideoTrack(
    new MediaStreamVideoTrackSource(
      picture,
      {
        codec: 'avc',
        bitrate: RECORDING_BITS_PER_SECOND - SOUND_BITS_PER_SECOND,
        keyFrameInterval: BARE_SEGMENT_S,
        latencyMode: 'realtime',
      },
      { frameRate: FRAMES_PER_S },
    ),
  );
  output.addAudioTrack(
    new MediaStreamAudioTrackSource(sound, { codec: 'aac', bitrate: SOUND_BITS_PER_SECOND }),
  );
  await output.start();
};
