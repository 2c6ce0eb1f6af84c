import { useQuery } from '@tanstack/react-query';
import type { Raiders } from '#shared/live/raids.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { Card } from '#web/ui/card.tsx';
import { SelectField } from '#web/ui/forms/select.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { Skeleton } from '#web/ui/states/loading.tsx';
import { raidsQuery, useSaveRaiders } from './raids.queries.ts';

const OPTIONS: readonly { readonly value: Raiders; readonly text: string }[] = [
  { value: 'all', text: t('raids.fromAll') },
  { value: 'followed', text: t('raids.fromFollowed') },
  { value: 'none', text: t('raids.fromNone') },
];

/** From whom the user's channel accepts raids. Saved at once. */
export function RaidsSection() {
  const query = useQuery(raidsQuery());
  const saving = useSaveRaiders();
  return (
    <Card title={t('raids.settingsTitle')} description={t('raids.settingsHint')}>
      <Loaded query={query} failure={t('raids.loadFailed')} isInCard skeleton={<Skeleton className="h-14" />}>
        {({ accepts }) => (
          <SelectField
            label={t('raids.accept')}
            options={OPTIONS}
            value={saving.isPending ? saving.variables : accepts}
            onChange={({ target }) => saving.mutate(target.value as Raiders)}
          />
        )}
      </Loaded>
    </Card>
  );
}
