import { Search, SlidersHorizontal } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { SEARCH_MAX_LENGTH } from '#shared/limits.ts';
import { MEASURES } from '#shared/plain/fans/fan-measures.ts';
import { Button } from '#web/ui/button.tsx';
import { fieldClass } from '#web/ui/forms/field.tsx';
import { TextField } from '#web/ui/forms/inputs.tsx';
import { measureLabel, type Units } from '../units/units.tsx';
import { type FanFilters, filtersOf, searchOf } from './fan-search.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface FilterFormProps {
  readonly search: URLSearchParams;
  readonly units: Units;
  readonly onFind: (search: URLSearchParams) => void;
}

export function FilterForm({ search, units, onFind }: FilterFormProps) {
  const [filters, setFilters] = useState(() => filtersOf(search, units));
  const [isOpen, setIsOpen] = useState(() => MEASURES.some((measure) => search.has(measure)));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFind(searchOf(filters, units));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <form role="search" aria-label={t('fans.fans')} onSubmit={submit} noValidate className="space-y-4">
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label={t('fans.keywords')}
          className="min-w-0 flex-1 basis-64"
          value={filters.q}
          onChange={({ target }) => setFilters({ ...filters, q: target.value })}
          placeholder={t('fans.searchPlaceholder')}
          maxLength={SEARCH_MAX_LENGTH}
          autoComplete="off"
        />
        <Button variant="secondary" size="field" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          <SlidersHorizontal className="size-4" />
          {t('fans.filters')}
        </Button>
        <Button type="submit" size="field">
          <Search className="size-4" />
          {t('fans.findFans')}
        </Button>
      </div>
      {isOpen && <Ranges filters={filters} units={units} onChange={setFilters} />}
    </form>
  );
}

const END_WORDS = { from: t('fans.from'), to: t('fans.to') } as const;

interface RangesProps {
  readonly filters: FanFilters;
  readonly units: Units;
  readonly onChange: (filters: FanFilters) => void;
}

function Ranges({ filters, units, onChange }: RangesProps) {
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {MEASURES.map((measure) => {
        const label = measureLabel(measure, units);
        const range = filters.ranges[measure];
        return (
          <fieldset key={measure} className="min-w-0">
            <legend className="mb-1.5 text-sm font-medium">{label}</legend>
            <div className="flex items-center gap-2">
              {(['from', 'to'] as const).map((end) => (
                <input
                  key={end}
                  aria-label={
                    end === 'from' ? t('fans.smallestOf', { label }) : t('fans.largestOf', { label })
                  }
                  placeholder={END_WORDS[end]}
                  inputMode="decimal"
                  autoComplete="off"
                  value={range[end]}
                  onChange={({ target }) =>
                    onChange({
                      ...filters,
                      ranges: { ...filters.ranges, [measure]: { ...range, [end]: target.value } },
                    })
                  }
                  className={`${fieldClass} h-11 min-w-0 flex-1`}
                />
              ))}
            </div>
          </fieldset>
        );
      })}
    </div>
  );
}
