import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlannedOutput } from '../ffmpeg/output-plan.ts';
import { valueOf } from '../ffmpeg/picture-facts.ts';
import { probeSource } from '../ffmpeg/source-probe.ts';
import { JobError } from '../request/job-error.ts';
import type { PlannedGroup } from './job-plan.ts';

/** A rendition that ffmpeg has written. */
export interface Rendition {
  readonly durationS: number;
  readonly averageBitsPerSecond: number;
  readonly peakBitsPerSecond: number;
  readonly firstSegment: string;
}

/** Measures a rendition by its playlist and its segments. Throws `JobError` 1076 if there is no output. */
export async function measureRendition(directory: string, playlist: string): Promise<Rendition> {
  const text = await readFile(join(directory, playlist), 'utf8').catch(() => '');
  // RFC 8216 §4.3.2.1: the duration stands before the segment's address.
  const segments = Array.from(
    text.matchAll(/^#EXTINF:([\d.]+),.*\n(?:#.*\n)*([^#\n]+)$/gm),
    ([, seconds, name]) => ({
      seconds: Number(seconds),
      name: name ?? '',
    }),
  );
  const [first] = segments;
  if (!first) throw new JobError('endsEarly', 'no picture or sound could be decoded');
  let totalBits = 0;
  let durationS = 0;
  let peakBitsPerSecond = 0;
  for (const { seconds, name } of segments) {
    const bits = (await stat(join(directory, name))).size * 8;
    totalBits += bits;
    durationS += seconds;
    // A last segment of one frame is not representative of the bandwidth.
    if (seconds >= 0.5 || segments.length === 1)
      peakBitsPerSecond = Math.max(peakBitsPerSecond, bits / seconds);
  }
  return {
    durationS,
    peakBitsPerSecond: Math.ceil(peakBitsPerSecond),
    averageBitsPerSecond: Math.ceil(totalBits / durationS),
    firstSegment: join(directory, first.name),
  };
}

/** Writes the group's multivariant playlist (RFC 8216 §4.3.4), which lists the renditions in the job's order. */
export async function writeMultivariantPlaylist(
  group: PlannedGroup,
  renditions: readonly Rendition[],
): Promise<string> {
  const listed = group.outputs.map(async (output, index) => {
    const rendition = renditions[index];
    return rendition ? [await streamInf(output, rendition), output.fileName] : [];
  });
  const head = ['#EXTM3U', '#EXT-X-VERSION:6', '#EXT-X-INDEPENDENT-SEGMENTS'];
  const lines = [...head, ...(await Promise.all(listed)).flat()];
  const name = `${group.destination.base}.m3u8`;
  await writeFile(join(group.directory, name), `${lines.join('\n')}\n`);
  return name;
}

async function streamInf({ picture }: PlannedOutput, rendition: Rendition): Promise<string> {
  const { averageBitsPerSecond, peakBitsPerSecond, firstSegment } = rendition;
  const attributes = [`BANDWIDTH=${peakBitsPerSecond}`, `AVERAGE-BANDWIDTH=${averageBitsPerSecond}`];
  if (picture) {
    const { width, height } = picture.size;
    attributes.push(`RESOLUTION=${width}x${height}`, `FRAME-RATE=${valueOf(picture.rate).toFixed(3)}`);
  }
  attributes.push(`CODECS="${await codecsOf(firstSegment)}"`);
  return `#EXT-X-STREAM-INF:${attributes.join(',')}`;
}

/** Names of RFC 6381: profile, constraints and level of H.264 in hex; the object type of AAC. */
const H264_PROFILES: Readonly<Record<string, string>> = {
  'Constrained Baseline': '42c0',
  Baseline: '4200',
  Main: '4d40',
  High: '6400',
};

async function codecsOf(segmentPath: string): Promise<string> {
  const { video, audio } = await probeSource(segmentPath, 'output', 0);
  const names: string[] = [];
  if (video) {
    const profile = H264_PROFILES[video.profile ?? ''] ?? '6400';
    names.push(`avc1.${profile}${(video.level ?? 40).toString(16).padStart(2, '0')}`);
  }
  if (audio) names.push('mp4a.40.2');
  return names.join(',');
}
