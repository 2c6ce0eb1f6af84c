import { SunMoon } from 'lucide-react';
import { useSetting } from '#web/lib/hooks/browser-hooks.ts';
import { t } from '#web/lib/i18n/messages.ts';

/** Switches between light, dark and system theme. `public/theme.js` applies the choice. */
export function ThemeSwitch({ isIcon }: { readonly isIcon: boolean }) {
  const [theme, choose] = useSetting('theme');
  return (
    <div
      className={`relative h-control-md min-w-0 text-sm font-medium text-soft hover:text-ink ${isIcon ? 'w-control-md' : ''}`}
    >
      <SunMoon
        className={`pointer-events-none absolute inset-y-0 my-auto size-5 ${isIcon ? 'inset-x-0 mx-auto' : 'start-3'}`}
      />
      <select
        aria-label={t('app.theme')}
        title={t('app.theme')}
        value={theme ?? ''}
        onChange={({ target }) => choose(target.value || null)}
        // WebKit lays the longest option out beside an icon, and the page would scroll to it.
        className={`size-full cursor-pointer appearance-none overflow-hidden rounded-md hover:bg-raised ${isIcon ? 'text-transparent forced-color-adjust-none' : 'pe-3 ps-11'}`}
      >
        {THEMES.map(([value, label]) => (
          <option key={value} value={value} className="bg-surface text-ink">
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

const THEMES = [
  ['', t('app.themeSystem')],
  ['light', t('app.themeLight')],
  ['dark', t('app.themeDark')],
] as const;
