/** One picture of what a camera shows. */
import { MAX_LIVE_PICTURE_BYTES } from '../../../../../shared/limits.ts';

const MAX_WIDTH_PX = 640;
/** The next ones are for pictures that are too large at the first. */
const QUALITIES = [0.7, 0.5, 0.3];

/** As a JPEG at most 640 px wide, of at most `MAX_LIVE_PICTURE_BYTES`. Throws where the browser makes none. */
export async function takePicture(media: MediaStream): Promise<Blob> {
  const canvas = await drawn(media);
  for (const quality of QUALITIES) {
    const picture = await canvas.convertToBlob({ type: 'image/jpeg', quality });
    if (picture.size <= MAX_LIVE_PICTURE_BYTES) return picture;
  }
  throw new Error('The picture could not be made small enough');
}

async function drawn(media: MediaStream): Promise<OffscreenCanvas> {
  const video = Object.assign(document.createElement('video'), { muted: true, playsInline: true });
  video.srcObject = media;
  try {
    await video.play();
    const { videoWidth, videoHeight } = video;
    const scale = Math.min(1, MAX_WIDTH_PX / videoWidth);
    const canvas = new OffscreenCanvas(Math.round(videoWidth * scale), Math.round(videoHeight * scale));
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
    return canvas;
  } finally {
    video.srcObject = null;
  }
}
