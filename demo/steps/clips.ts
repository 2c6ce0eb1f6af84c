import { PAGE_LIMIT_MAX } from '#shared/limits.ts';
import type { DemoClip } from '../cast/clips.ts';
import { eachItem, type StepOptions } from './each-item.ts';
import type { Person } from './people.ts';
import { readyVideo } from './ready-video.ts';

interface ClipsOptions extends StepOptions {
  readonly clips: readonly DemoClip[];
}

/** Makes the cast's missing clips. */
export async function cutClips({ clips, ...options }: ClipsOptions): Promise<void> {
  options.say('Cutting clips');
  await eachItem(options, {
    items: clips,
    failed: ({ title }) => `The clip '${title}' was not made`,
    act: async (clipper, clip) => {
      const owner = options.people.get(clip.of);
      if (owner) await cutMissing(clipper, owner, clip, options.signal);
    },
  });
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
