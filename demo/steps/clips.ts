import { PAGE_LIMIT_MAX } from '#shared/limits.ts';
import type { DemoClip } from '../cast/clips.ts';
import type { People, Person } from './people.ts';
import { readyVideo } from './ready-video.ts';

interface ClipsOptions {
  readonly people: People;
  readonly clips: readonly DemoClip[];
  readonly signal: AbortSignal;
  readonly say: (words: string) => void;
}

/** Makes the cast's missing clips; reports failures and continues with the next. */
export async function cutClips({ people, clips, signal, say }: ClipsOptions): Promise<void> {
  say('Cutting clips');
  for (const clip of clips) {
    const [clipper, owner] = [people.get(clip.username), people.get(clip.of)];
    if (!clipper || !owner) continue;
    try {
      await cutMissing(clipper, owner, clip, signal);
    } catch (error) {
      if (signal.aborted) return;
      say(`The clip '${clip.title}' was not made: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

async function cutMissing(
  clipper: Person,
  owner: Person,
  clip: DemoClip,
  signal: AbortSignal,
): Promise<void> {
  const { title, fromS, untilS, isKept } = clip;
  const there = await owner.api.call('GET /clips', { query: { channel: owner.id, limit: PAGE_LIMIT_MAX } });
  if (there.some((known) => known.title === title)) return;
  const { id } = await readyVideo(owner, clip.video, signal);
  const times = { from_ms: fromS * 1000, until_ms: untilS * 1000 };
  const body = { kind: 'video', id, title, ...times } as const;
  const made = await clipper.api.call('POST /clips', { headers: {}, body });
  if (isKept) await owner.api.call('PATCH /clips/{id}', { params: { id: made.id }, body: { is_kept: true } });
}
