import type { Group } from '#shared/live/statistics.ts';
import { language, t } from '#web/lib/i18n/messages.ts';
import { formatNumber } from '#web/lib/i18n/numbers.ts';

interface GroupsProps {
  readonly title: string;
  readonly groups: readonly Group[];
  readonly nameOf: (name: string) => string;
}

/** Viewers by what they have in common, the largest group first. */
function Groups({ title, groups, nameOf }: GroupsProps) {
  const most = Math.max(...groups.map(({ viewers }) => viewers));
  return (
    <section className="min-w-0">
      <h4 className="text-sm font-semibold">{title}</h4>
      {groups.length === 0 ? (
        <p className="mt-2 text-sm text-soft">{t('statistics.tooFew')}</p>
      ) : (
        <ul className="mt-2 space-y-1.5 text-sm">
          {groups.map(({ name, viewers }) => (
            <li key={name}>
              <span className="flex justify-between gap-4">
                <bdi className="min-w-0 wrap-anywhere">{nameOf(name)}</bdi>
                <span className="shrink-0 text-soft tabular-nums">{formatNumber(viewers)}</span>
              </span>
              <span aria-hidden="true" className="mt-1 block h-1.5 rounded-full bg-raised">
                <span
                  className="block h-full rounded-full bg-accent forced-colors:bg-[CanvasText]"
                  style={{ width: `${(100 * viewers) / most}%` }}
                />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** A host stands for itself. */
const sourceName = (source: string): string => {
  const names: Readonly<Record<string, string>> = {
    direct: t('statistics.direct'),
    site: t('statistics.site'),
    embed: t('statistics.embed'),
    notification: t('statistics.notification'),
    other: t('statistics.other'),
  };
  return names[source] ?? source;
};

const languageName = (tag: string): string =>
  tag === 'other' || tag === 'und'
    ? t('statistics.other')
    : (new Intl.DisplayNames(language, { type: 'language' }).of(tag) ?? tag);

interface OriginsProps {
  readonly sources: readonly Group[];
  readonly languages: readonly Group[];
}

export const Origins = ({ sources, languages }: OriginsProps) => (
  <div>
    <div className="grid gap-6 md:grid-cols-2">
      <Groups title={t('statistics.sources')} groups={sources} nameOf={sourceName} />
      <Groups title={t('statistics.languages')} groups={languages} nameOf={languageName} />
    </div>
    <p className="mt-3 text-xs text-soft">{t('statistics.groupsHint')}</p>
  </div>
);
