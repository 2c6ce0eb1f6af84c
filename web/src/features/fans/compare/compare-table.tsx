import { X } from 'lucide-react';
import { Link } from '#web/ui/links/link.tsx';
import type { OwnedFan } from '#shared/channels/fans.ts';
import { MEASURES, type Measure } from '#shared/plain/fans/fan-measures.ts';
import { useRemovalFocus } from '#web/lib/hooks/use-removal-focus.ts';
import { IconButton } from '#web/ui/button.tsx';
import { TextLink } from '#web/ui/links/links.tsx';
import { fanName, FanPicture } from '../fan-picture.tsx';
import { paths } from '#web/lib/paths.ts';
import { formatPlainDay } from '#web/lib/i18n/dates.ts';
import { rounded } from '#web/lib/i18n/units.ts';
import { MEASURE_NAMES, measureWords, toUnits, unitOf, type Units } from '../units/units.tsx';
import { letterOf } from './compare-chart.tsx';
import { categoryName } from '#web/lib/i18n/category-names.ts';
import { t } from '#web/lib/i18n/messages.ts';

interface CompareTableProps {
  readonly fans: readonly OwnedFan[];
  readonly units: Units;
  readonly onRemove: (id: string) => void;
}

/** Which value counts as best: most air, least noise and power. */
const BEST: Partial<Record<Measure, readonly [better: 'least' | 'most', words: string]>> = {
  watts: ['least', t('fans.leastPower')],
  air_flow_m3h: ['most', t('fans.mostAir')],
  noise_dba: ['least', t('fans.quietest')],
};

/** Two to four fans side by side, a column each. On a phone it scrolls sideways, and the first column stays. */
export function CompareTable({ fans, units, onRemove }: CompareTableProps) {
  const { box, removed } = useRemovalFocus<HTMLDivElement>('div>button', 'th a');
  return (
    <div
      ref={box}
      role="region"
      aria-label={t('fans.comparison')}
      // Focusable, so that the keyboard can scroll it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="overflow-x-auto rounded-card border border-line"
    >
      {/* As wide as its columns need; phones scroll it. */}
      <table
        className="w-full table-fixed border-collapse text-sm"
        style={{ minWidth: `${FIRST_REM + fans.length * COLUMN_REM}rem` }}
      >
        <thead>
          <tr className="align-top">
            <th scope="col" className={`${HEAD} w-26 sm:w-40`}>
              <span className="sr-only">{t('fans.measurement')}</span>
            </th>
            {fans.map((fan, at) => (
              <th key={fan.id} scope="col" className="p-3 text-start font-semibold">
                <FanPicture name={fanName(fan)} url={fan.picture_urls[0]} />
                <div className="mt-2 flex items-start gap-2">
                  <span className="min-w-0 flex-1 text-base wrap-anywhere">
                    <span className="text-accent">{letterOf(at)} </span>
                    <Link to={paths.fanModel(fan.model_path)} className="rounded-sm hover:text-accent">
                      <bdi>{fanName(fan)}</bdi>
                    </Link>
                  </span>
                  {fans.length > 2 && (
                    <IconButton
                      label={t('fans.removeFromComparison', { fan: fanName(fan) })}
                      onClick={() => {
                        removed(at);
                        onRemove(fan.id);
                      }}
                    >
                      <X className="size-4" />
                    </IconButton>
                  )}
                </div>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Row name={t('fans.owner')} fans={fans}>
            {(fan) => <TextLink to={paths.fanCollection(fan.username)}>{fan.display_name}</TextLink>}
          </Row>
          <Row name={t('fans.kind')} fans={fans}>
            {({ kind }) => categoryName(kind)}
          </Row>
          {MEASURES.map((measure) => (
            <Row key={measure} name={MEASURE_NAMES[measure]} fans={fans}>
              {(fan) => <Value fan={fan} fans={fans} measure={measure} units={units} />}
            </Row>
          ))}
          <Row name={t('fans.airPerWatt')} fans={fans}>
            {(fan) => efficiency(fan, units)}
          </Row>
          <Row name={t('fans.speeds')} fans={fans}>
            {({ speeds }) => speeds}
          </Row>
          <Row name={t('fans.motor')} fans={fans}>
            {({ motor }) => motor}
          </Row>
          <Row name={t('fans.repairs')} fans={fans}>
            {({ repairs }) =>
              repairs[0]
                ? t('fans.repairSummary', { count: repairs.length, on: formatPlainDay(repairs[0].on) })
                : t('fans.noRepairs')
            }
          </Row>
        </tbody>
      </table>
    </div>
  );
}

/** Width of the first column, and minimum width of the others. */
const [FIRST_REM, COLUMN_REM] = [6.5, 9.5];

const HEAD = 'sticky start-0 z-raised bg-surface p-3 text-start font-medium';

interface RowProps {
  readonly name: string;
  readonly fans: readonly OwnedFan[];
  readonly children: (fan: OwnedFan) => React.ReactNode;
}

const Row = ({ name, fans, children }: RowProps) => (
  <tr className="border-t border-line">
    <th scope="row" className={`${HEAD} text-soft`}>
      {name}
    </th>
    {fans.map((fan) => (
      <td key={fan.id} className="p-3 tabular-nums">
        {children(fan) || <span className="text-soft">{t('fans.unknown')}</span>}
      </td>
    ))}
  </tr>
);

interface ValueProps {
  readonly fan: OwnedFan;
  readonly fans: readonly OwnedFan[];
  readonly measure: Measure;
  readonly units: Units;
}

function Value({ fan, fans, measure, units }: ValueProps) {
  const value = fan[measure];
  if (value === null) return null;
  const best = BEST[measure];
  const known = fans.map((one) => one[measure]).filter((one) => one !== null);
  const isBest =
    best !== undefined &&
    Math.min(...known) < Math.max(...known) &&
    value === (best[0] === 'least' ? Math.min(...known) : Math.max(...known));
  return (
    <>
      {measureWords(measure, value, units)}
      {isBest && ' '}
      {isBest && <span className="ms-1 text-xs font-semibold text-success">{best[1]}</span>}
    </>
  );
}

function efficiency({ air_flow_m3h: flow, watts }: OwnedFan, units: Units): string | null {
  if (flow === null || watts === null) return null;
  const perWatt = toUnits('air_flow_m3h', flow, units) / watts;
  return t('fans.unitsPerWatt', { value: rounded(perWatt, 1), unit: unitOf('air_flow_m3h', units) });
}
