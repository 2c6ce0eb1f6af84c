/** Reads the tracks of a video file. Loaded after a file is chosen. */
import { BlobSource, Input, MATROSKA, MP4, MPEG_TS, QTFF, WEBM } from 'mediabunny';

/** Whether a file has sound without picture. Reads only the headers. Throws for unknown containers. */
export async function isSoundAlone(file: Blob): Promise<boolean> {
  const formats = [MP4, QTFF, WEBM, MATROSKA, MPEG_TS];
  const input = new Input({ source: new BlobSource(file), formats });
  try {
    const [video, audio] = await Promise.all([input.getPrimaryVideoTrack(), input.getPrimaryAudioTrack()]);
    return video === null && audio !== null;
  } finally {
    input.dispose();
  }
}
