/** Looks into a film for its tracks; loaded when a file has been chosen. */
import { BlobSource, Input, MATROSKA, MP4, MPEG_TS, QTFF, WEBM } from 'mediabunny';

/**
 * Whether a file has sound and no picture. Reads what describes the tracks, not the film. Throws where it knows neither
 * the container nor its way in it.
 */
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
