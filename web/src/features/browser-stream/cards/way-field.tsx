import { useId } from 'react';
import type { Broadcast } from '../use-broadcast.ts';
import { WAY_TEXTS, WAYS } from '../way.ts';
import { t } from '#web/lib/i18n/messages.ts';

type WayFieldProps = Pick<Broadcast, 'state' | 'chooseWay'> & { readonly disabled: boolean };

export function WayField({ state, chooseWay, disabled }: WayFieldProps) {
  const name = useId();
  const { chosenWay, abilities } = state;
  const possible = WAYS.filter((way) => abilities[way].is !== 'missing');
  const effective = possible.length === 1 ? possible[0] : chosenWay;
  return (
    <fieldset disabled={disabled} data-direct={abilities.direct.is}>
      <legend className="mb-1.5 text-sm font-medium">{t('browserStream.mode')}</legend>
      <div className="divide-y divide-line rounded-md border border-line">
        {WAYS.map((way) => {
          const ability = abilities[way];
          const { title, text } = WAY_TEXTS[way];
          return (
            <label
              key={way}
              className="flex cursor-pointer items-start gap-3 p-3 has-disabled:cursor-not-allowed"
            >
              <input
                type="radio"
                name={name}
                checked={way === effective}
                onChange={() => chooseWay(way)}
                disabled={ability.is === 'missing'}
                aria-label={title}
                aria-describedby={`${name}-${way}`}
                className="mt-0.5 size-5 shrink-0 accent-accent disabled:opacity-60"
              />
              <span>
                <span className="block text-sm font-medium">{title}</span>
                <span id={`${name}-${way}`} className="block text-sm text-soft">
                  {ability.is === 'missing' ? t('browserStream.modeUnavailable', { why: ability.why }) : text}
                </span>
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
