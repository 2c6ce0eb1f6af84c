import type { DemoCaptions } from '../cast/captions.ts';
import { LOOP_S } from '../film/scene.ts';
import type { People, Person } from './people.ts';
import { readyVideo } from './ready-video.ts';

interface CaptionsOptions {
  readonly people: People;
  readonly captions: readonly DemoCaptions[];
  readonly signal: AbortSignal;
  readonly say: (words: string) => void;
}

/** Adds missing captions; reports failures and continues with the next. */
export async function addCaptions({ people, captions, signal, say }: CaptionsOptions): Promise<void> {
  say('Adding captions');
  for (const one of captions) {
    const owner = people.get(one.username);
    if (!owner) continue;
    try {
      await addMissing(owner, one, signal);
    } catch (error) {
      if (signal.aborted) return;
      const reason = error instanceof Error ? error.message : String(error);
      say(`The captions (${one.label}) of '${one.video}' were not added: ${reason}`);
    }
  }
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
