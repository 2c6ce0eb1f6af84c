import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { MAX_COMPARED, MIN_COMPARED } from '#shared/plain/fans/fan-limits.ts';
import { CompareChart } from '#web/features/fans/compare/compare-chart.tsx';
import { CompareTable } from '#web/features/fans/compare/compare-table.tsx';
import { fanName } from '#web/features/fans/fan-picture.tsx';
import { paths } from '#web/lib/paths.ts';
import { comparedFansQuery } from '#web/features/fans/fans.queries.ts';
import { UnitsSwitch, useUnits } from '#web/features/fans/units/units.tsx';
import { KEEPS_PLACE } from '#web/lib/navigation/keeps-place.ts';
import { useDocumentTitle } from '#web/lib/hooks/browser-hooks.ts';
import { MissingPage } from '#web/ui/states/missing-page.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { FanPageHeader } from './fan-page-header.tsx';
import { formatList } from '#web/lib/i18n/numbers.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** /fans/compare?fans={id},{id}: compares two to four fans. */
export function CompareFansPage() {
  const [search] = useSearchParams();
  const ids = [...new Set((search.get('fans') ?? '').split(',').filter(Boolean))].slice(0, MAX_COMPARED);
  if (ids.length < MIN_COMPARED) return <NothingToCompare />;
  return <Compared ids={ids} />;
}

function Compared({ ids }: { readonly ids: readonly string[] }) {
  const query = useQuery({
    ...comparedFansQuery(ids),
    // Those left after a removal are known, and the table stays with its focus.
    placeholderData: (before) => {
      const left = before?.filter(({ id }) => ids.includes(id));
      return left?.length === ids.length ? left : undefined;
    },
  });
  const [, setSearch] = useSearchParams();
  const [units, chooseUnits] = useUnits();
  const fans = query.data ?? [];
  useDocumentTitle(
    fans.length > 0
      ? t('compareFans.documentTitle', { fans: formatList(fans.map(fanName)) })
      : t('compareFans.title'),
  );
  const remove = (id: string) =>
    setSearch({ fans: ids.filter((other) => other !== id).join(',') }, { state: KEEPS_PLACE });
  return (
    <Loaded query={query} failure={t('fans.loadFailed')}>
      {(fans) =>
        fans.length < MIN_COMPARED ? (
          <NothingToCompare />
        ) : (
          <>
            <FanPageHeader
              title={t('compareFans.title')}
              beside={<UnitsSwitch units={units} onChoose={chooseUnits} />}
            />
            <CompareTable fans={fans} units={units} onRemove={remove} />
            <div className="mt-6 grid gap-4 lg:grid-cols-2">
              <CompareChart
                title={t('compareFans.airFlowVsNoise')}
                x="noise_dba"
                y="air_flow_m3h"
                fans={fans}
                units={units}
              />
              <CompareChart
                title={t('compareFans.airFlowVsWatts')}
                x="watts"
                y="air_flow_m3h"
                fans={fans}
                units={units}
              />
            </div>
          </>
        )
      }
    </Loaded>
  );
}

const NothingToCompare = () => (
  <MissingPage
    icon={<Scale className="size-6" />}
    title={t('compareFans.choose')}
    variant="primary"
    to={paths.fans()}
    action={t('compareFans.findFans')}
  >
    {t('compareFans.chooseHint')}
  </MissingPage>
);
