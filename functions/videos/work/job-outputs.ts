import { VTT_TYPE } from '../../base/web-vtt.ts';
import { evenPictures, storyboardVtt } from '../transcode/storyboard.ts';
import type { JobReport, Outputs, TranscodePorts } from '../ports.ts';

/** Names the job's outputs, and writes the seek bar's WebVTT file. */
export async function collectOutputs(
  { mediaFiles }: Pick<TranscodePorts, 'mediaFiles'>,
  filesPrefix: string,
  { durationS = 0, storyboard }: JobReport,
): Promise<Outputs> {
  const [posters, captured] = await Promise.all([
    mediaFiles.list(`${filesPrefix}poster.`),
    mediaFiles.list(`${filesPrefix}storyboard.`),
  ]);
  const poster = posters.at(-1);
  const names = captured.map((key) => key.slice(filesPrefix.length)).filter((name) => name.endsWith('.jpg'));
  const hasStoryboard = storyboard && names.length > 0;
  if (hasStoryboard) {
    const pictures = evenPictures(names, storyboard.intervalS);
    const vtt = storyboardVtt({ size: storyboard, pictures, durationS });
    await mediaFiles.write(`${filesPrefix}storyboard.vtt`, vtt, VTT_TYPE);
  }
  return {
    playback_url: `/${filesPrefix}video.m3u8`,
    thumbnail_url: poster ? `/${poster}` : null,
    storyboard_url: hasStoryboard ? `/${filesPrefix}storyboard.vtt` : null,
    duration_s: durationS,
  };
}
