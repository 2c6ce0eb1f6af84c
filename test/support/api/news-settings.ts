/** Settings of notifications by push or mail. */
import { NEWS_KINDS, type NewsKind } from '#shared/people/news.ts';

const everyKind = (isOn: boolean) =>
  Object.fromEntries(NEWS_KINDS.map((kind) => [kind, isOn])) as Readonly<Record<NewsKind, boolean>>;

export const NO_NEWS = everyKind(false);
export const ALL_NEWS = everyKind(true);
