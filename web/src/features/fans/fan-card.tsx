import { Plus, Check } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from '#web/ui/links/link.tsx';
import type { Fan, OwnedFan } from '#shared/channels/fans.ts';
import { MEASURES, type Measure } from '#shared/plain/fans/fan-measures.ts';
import { Button } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/links/links.tsx';
import { useComparedFans } from './compare/compare-bar.tsx';
import { fanName, FanPicture } from './fan-picture.tsx';
import { paths } from '#web/lib/paths.ts';
import { knownMeasures, type Units } from './units/units.tsx';
import { categoryName } from '#web/lib/i18n/category-names.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface FanCardProps {
  /** An `OwnedFan` is displayed with its owner. */
  readonly fan: Fan | OwnedFan;
  readonly units: Units;
  readonly level: 2 | 3;
  readonly menu?: ReactNode;
  readonly children?: ReactNode;
}

const CARD_MEASURES: readonly Measure[] = MEASURES.filter((measure) => measure !== 'year');

export function FanCard({ fan, units, level, menu, children }: FanCardProps) {
  const Heading = `h${level}` as const;
  const headingId = useId();
  const { maker, model, kind, year, picture_urls } = fan;
  return (
    <article aria-labelledby={headingId} className="flex h-full flex-col card p-3">
      <FanPicture name={fanName(fan)} url={picture_urls[0]} />
      <div className="mt-3 flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <Heading id={headingId} dir="auto" className="font-semibold wrap-anywhere">
            <Link to={paths.fanModel(fan.model_path)} className="rounded-sm hover:text-accent">
              {maker} <span className="whitespace-pre-wrap">{model}</span>
            </Link>
          </Heading>
          <p className="mt-0.5 text-sm text-soft">
            {year === null ? categoryName(kind) : `${categoryName(kind)} · ${year}`}
          </p>
        </div>
        {menu}
      </div>
      <Measures fan={fan} units={units} />
      {children}
      <div className="mt-auto flex flex-wrap items-center justify-between gap-2 pt-3">
        {'username' in fan ? (
          <span dir="auto" className="min-w-0 truncate text-sm">
            <TextLink to={paths.fanCollection(fan.username)}>{fan.display_name}</TextLink>
          </span>
        ) : (
          <span />
        )}
        <CompareButton fan={fan} />
      </div>
    </article>
  );
}

function Measures({ fan, units }: Pick<FanCardProps, 'fan' | 'units'>) {
  const known = knownMeasures(fan, CARD_MEASURES, units);
  if (known.length === 0) return null;
  return (
    <ul aria-label={t('fans.measurements')} className="mt-2 flex flex-wrap gap-1.5 text-xs tabular-nums">
      {known.map((words) => (
        <li key={words} className="rounded-full bg-raised px-2.5 py-0.5 font-medium text-soft">
          {words}
        </li>
      ))}
    </ul>
  );
}

function CompareButton({ fan }: { readonly fan: Fan }) {
  const { ids, toggle } = useComparedFans();
  const isChosen = ids.includes(fan.id);
  return (
    <Button
      variant={isChosen ? 'secondary' : 'ghost'}
      size="sm"
      aria-pressed={isChosen}
      aria-label={t('fans.compareFan', { fan: fanName(fan) })}
      onClick={() => toggle(fan.id)}
    >
      {isChosen ? <Check className="size-4" /> : <Plus className="size-4" />}
      {t('fans.compare')}
    </Button>
  );
}
