import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { NewsSettings } from '#shared/people/news.ts';
import { detailOr } from '#web/lib/api/api.ts';
import { Card } from '#web/ui/card.tsx';
import { Switch } from '#web/ui/forms/switch.tsx';
import { toastFailure } from '#web/ui/overlays/toast.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { Skeleton } from '#web/ui/states/loading.tsx';
import { NewsBrowsers } from './news-browsers.tsx';
import { KIND_WORDS } from './news-words.ts';
import { newsSettingsQuery, switchMutation } from './news.queries.ts';
import { t } from '#web/lib/i18n/messages.ts';

export function NewsSection() {
  const query = useQuery(newsSettingsQuery());
  return (
    <Card title={t('news.title')} description={t('news.settingsHint')}>
      <Loaded
        query={query}
        failure={t('news.settingsLoadFailed')}
        isInCard
        skeleton={<Skeleton className="h-64" />}
      >
        {(settings) => (
          <div className="space-y-6">
            <NewsBrowsers browsers={settings.browsers} />
            <Choices settings={settings} />
          </div>
        )}
      </Loaded>
    </Card>
  );
}

const WAYS = [
  ['push', t('news.byBrowser')],
  ['mail', t('news.byEmail')],
] as const;

function Choices({ settings: { push, mail } }: { readonly settings: NewsSettings }) {
  const { mutateAsync } = useMutation(switchMutation(useQueryClient()));
  const change = async (changed: Parameters<typeof mutateAsync>[0]) => {
    try {
      await mutateAsync(changed);
    } catch (error) {
      toastFailure(t('news.saveFailed'), detailOr(error, t('common.pleaseTryAgain')));
    }
  };
  const choice = { push, mail };
  return (
    <div className="grid gap-6 sm:grid-cols-2 sm:gap-8">
      {WAYS.map(([way, words]) => (
        <fieldset key={way} className="min-w-0 space-y-3">
          <legend className="mb-3 font-semibold">{words}</legend>
          {KIND_WORDS.map(([kind, label]) => (
            <Switch
              key={kind}
              label={label}
              checked={choice[way][kind]}
              onChange={(isOn) => void change({ way, kind, isOn })}
            />
          ))}
        </fieldset>
      ))}
    </div>
  );
}
