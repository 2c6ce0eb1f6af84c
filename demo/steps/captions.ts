import type { DemoCaptions } from '../cast/captions.ts';
import { LOOP_S } from '../film/scene.ts';
import { eachItem, type StepOptions } from './each-item.ts';
import type { Person } from './people.ts';
import { readyVideo } from './ready-video.ts';

interface CaptionsOptions extends StepOptions {
  readonly captions: readonly DemoCaptions[];
}

/** Adds missing captions. */
export async function addCaptions({ captions, ...options }: CaptionsOptions): Promise<void> {
  options.say('Adding captions');
  await eachItem(options, {
    items: captions,
    failed: ({ label, video }) => `The captions (${label}) of '${video}' were not added`,
    act: (owner, one) => addMissing(owner, one, options.signal),
  });
}

async function addMissing(
  owner: Person,
  { video, ...captions }: DemoCaptions,
  signal: AbortSignal,
): Promise<void> {
  const { id, captions: present = [] } = await readyVideo(owner, video, signal);
  const { language, label, lines } = captions;
  if (present.some((known) => known.language === language)) return;
  const params = { id, language };
  await owner.api.call('PUT /videos/{id}/captions/{language}', {
    params,
    body: { label, text: vttOf(lines) },
  });
}

/** Returns WebVTT (§4) in which the lines divide the length of a film equally. */
export function vttOf(lines: readonly string[]): string {
  const lengthS = LOOP_S / lines.length;
  const cues = lines.map((line, at) => `${clock(at * lengthS)} --> ${clock((at + 1) * lengthS)}\n${line}`);
  return ['WEBVTT', ...cues, ''].join('\n\n');
}

const clock = (seconds: number): string => `00:00:${seconds.toFixed(3).padStart(6, '0')}`;
