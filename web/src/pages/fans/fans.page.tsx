import { useSearchParams } from 'react-router-dom';
import { CompareBar } from '../../features/fans/compare/compare-bar.tsx';
import { queryOf, rangeWords } from '../../features/fans/find/fan-search.ts';
import { FilterForm } from '../../features/fans/find/filter-form.tsx';
import { FoundFans } from '../../features/fans/find/found-fans.tsx';
import { paths } from '../../lib/paths.ts';
import { UnitsSwitch } from '../../features/fans/units/units-switch.tsx';
import { useUnits } from '../../features/fans/units/units.ts';
import { useSession } from '../../lib/api/session/session.ts';
import { useDocumentTitle } from '../../lib/hooks/browser-hooks.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { FanPageHeader } from './fan-page-header.tsx';

/** /fans: searches fans. The address holds all filters. */
export function FansPage() {
  useDocumentTitle('Fans');
  const [search, setSearch] = useSearchParams();
  const [units, chooseUnits] = useUnits();
  const user = useSession()?.user;
  const question = queryOf(search);
  const criteria = rangeWords(search, units);
  return (
    <>
      <FanPageHeader title="Fans" beside={<UnitsSwitch units={units} onChoose={chooseUnits} />}>
        What people here have turning, and how it measures.
      </FanPageHeader>
      {user && (
        <ButtonLink variant="secondary" size="sm" to={paths.fanCollection(user.username)} className="mb-4">
          Your collection
        </ButtonLink>
      )}
      {/* Resets the form when the address or units change. */}
      <FilterForm key={`${search} ${units}`} search={search} units={units} onFind={setSearch} />
      {criteria.length > 0 && (
        <p className="mt-4 text-sm text-soft">{criteria.map(({ words }) => words).join(' · ')}</p>
      )}
      <div className="mt-4">
        <FoundFans key={JSON.stringify(question)} question={question} units={units} />
      </div>
      <CompareBar />
    </>
  );
}
