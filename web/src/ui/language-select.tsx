import { Languages } from 'lucide-react';
import { useState } from 'react';
import { type Language, LANGUAGES } from '#messages/languages.ts';
import { call, detailOr } from '#web/lib/api/api.ts';
import { readSession, signIn } from '#web/lib/api/session/session.ts';
import { showLanguage } from '#web/lib/i18n/language.ts';
import { language, t } from '#web/lib/i18n/messages.ts';
import { showToast } from './overlays/toast-store.ts';

/** The languages by their own names. */
export const LANGUAGE_OPTIONS = LANGUAGES.map(({ tag, name }) => ({ value: tag, text: name }));

/** The page's language, and how to change it. The choice is stored with the account of a signed-in user. */
export function useLanguage(): [chosen: Language, choose: (tag: string) => void] {
  const [chosen, setChosen] = useState(language);
  const choose = async (tag: Language) => {
    setChosen(tag);
    try {
      await storeWithAccount(tag);
      showLanguage(tag);
    } catch (error) {
      setChosen(language);
      const description = detailOr(error, t('common.pleaseTryAgain'));
      showToast({ title: t('app.languageNotSaved'), description, tone: 'danger' });
    }
  };
  return [chosen, (tag) => void choose(tag as Language)];
}

async function storeWithAccount(tag: Language): Promise<void> {
  const session = readSession();
  if (!session) return;
  const user = await call('PUT /auth/language', { body: { language: tag } });
  signIn({ ...session, user });
}

/** The choice at the foot of a page. */
export function LanguageSelect() {
  const [chosen, choose] = useLanguage();
  return (
    <label className="relative inline-flex items-center gap-1.5 rounded-sm text-sm text-soft hover:text-ink">
      <Languages className="size-4" />
      <span className="sr-only">{t('app.language')}</span>
      <select
        value={chosen}
        onChange={({ target }) => choose(target.value)}
        className="cursor-pointer appearance-none bg-transparent pointer-coarse:-my-3 pointer-coarse:h-11 pointer-coarse:min-w-11"
      >
        {LANGUAGE_OPTIONS.map(({ value, text }) => (
          <option key={value} value={value} lang={value} className="bg-surface text-ink">
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
