import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_VISIBLE_FANS } from '#shared/plain/fans/fan-limits.ts';
import { detailOr, itemsOf } from '#web/lib/api/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { TextLink } from '#web/ui/links/links.tsx';
import { fanName } from '../fan-picture.tsx';
import { paths } from '#web/lib/paths.ts';
import {
  collectionQuery,
  type FeaturingItem,
  featuredFansQuery,
  useSetFeaturedFans,
} from '../fans.queries.ts';
import { rich } from '#web/lib/i18n/rich.tsx';
import { t } from '#web/lib/i18n/messages.ts';

interface ChooseFansProps {
  readonly showing: FeaturingItem;
  readonly owner: { readonly id: string; readonly username: string };
  readonly title: string;
}

export function ChooseFans({ showing, owner, title }: ChooseFansProps) {
  const featured = useQuery(featuredFansQuery(showing));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{title}</legend>
      <Loaded query={featured} failure={t('fans.loadFailed')} isInCard>
        {(fans) => <Choice showing={showing} owner={owner} known={fans.map(({ id }) => id)} />}
      </Loaded>
    </fieldset>
  );
}

interface ChoiceProps extends Pick<ChooseFansProps, 'showing' | 'owner'> {
  readonly known: readonly string[];
}

function Choice({ showing, owner, known }: ChoiceProps) {
  const list = useInfiniteQuery(collectionQuery(owner.id));
  const saving = useSetFeaturedFans(showing);
  const [failure, setFailure] = useState<string | null>(null);
  // Optimistic until the change is saved or has failed.
  const chosen = saving.isPending ? saving.variables : known;
  const toggle = (id: string, isFeatured: boolean) => {
    setFailure(null);
    saving.mutate(isFeatured ? [...chosen, id] : chosen.filter((other) => other !== id), {
      onError: (error) => setFailure(detailOr(error, t('fans.featuredSaveFailed'))),
    });
  };
  const note = (() => {
    if (failure) return failure;
    if (saving.isPending) return t('common.saving');
    if (saving.isSuccess) return t('fans.saved');
    return t('fans.featuredHint', { max: MAX_VISIBLE_FANS });
  })();
  return (
    <Loaded query={list} failure={t('fans.ownLoadFailed')} isInCard>
      {({ pages }) => {
        const fans = itemsOf(pages);
        if (fans.length === 0)
          return (
            <p className="text-sm text-soft">
              {rich('fans.collectionEmpty', {
                link: (text) => <TextLink to={paths.fanCollection(owner.username)}>{text}</TextLink>,
              })}
            </p>
          );
        return (
          <>
            <ul className="max-h-56 space-y-1 overflow-y-auto rounded-md border border-line p-2">
              {fans.map((fan) => (
                <li key={fan.id}>
                  <Checkbox
                    checked={chosen.includes(fan.id)}
                    disabled={!chosen.includes(fan.id) && chosen.length >= MAX_VISIBLE_FANS}
                    onChange={(isChosen) => toggle(fan.id, isChosen)}
                    className="min-h-control-sm rounded-sm px-2 py-1 hover:bg-raised"
                  >
                    <span className="min-w-0 truncate font-normal">{fanName(fan)}</span>
                  </Checkbox>
                </li>
              ))}
            </ul>
            {list.hasNextPage && (
              <Button
                variant="ghost"
                size="sm"
                busy={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                {t('fans.showMore')}
              </Button>
            )}
            <p role="status" className={`mt-1.5 text-sm ${failure ? 'text-danger' : 'text-soft'}`}>
              {note}
            </p>
          </>
        );
      }}
    </Loaded>
  );
}
