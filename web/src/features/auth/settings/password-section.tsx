import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Card } from '#web/ui/card.tsx';
import { ChangeForm } from '../new-password-form.tsx';
import { sessionsQuery } from './settings.queries.ts';
import { t } from '#web/lib/i18n/messages.ts';

export function PasswordSection({ username }: { readonly username: string }) {
  const cache = useQueryClient();
  const [changes, setChanges] = useState(0);
  const part = useRef<HTMLDivElement>(null);
  const start = () => {
    part.current?.focus();
    setChanges(changes + 1);
    void cache.invalidateQueries({ queryKey: sessionsQuery().queryKey });
  };
  return (
    <Card title={t('auth.password')} description={t('auth.changePasswordHint')}>
      <div ref={part} tabIndex={-1} className="max-w-sm outline-none">
        <ChangeForm key={changes} username={username} onChanged={start} />
      </div>
    </Card>
  );
}
