import type { NamedVideo, Video } from '#shared/videos/videos.ts';

type Candidate = Video | NamedVideo;

interface Lists {
  readonly fromChannel: readonly Candidate[];
  readonly fromOthers: readonly Candidate[];
}

/**
 * The video to play after another one: the channel's next older one, then its newer ones, then those of others, the same
 * category first. Never one of `played`, so that two videos do not follow each other forever.
 */
export function chooseNext(
  video: Pick<Video, 'category' | 'created_at'>,
  { fromChannel, fromOthers }: Lists,
  played: ReadonlySet<string>,
): Candidate | undefined {
  const isOlder = ({ created_at }: Candidate) => created_at <= video.created_at;
  const isAlike = ({ category }: Candidate) => category === video.category;
  const inOrder = [...firstWhere(fromChannel, isOlder), ...firstWhere(fromOthers, isAlike)];
  return inOrder.find(({ id }) => !played.has(id));
}

const firstWhere = <T>(items: readonly T[], isFirst: (item: T) => boolean): readonly T[] => [
  ...items.filter(isFirst),
  ...items.filter((item) => !isFirst(item)),
];
