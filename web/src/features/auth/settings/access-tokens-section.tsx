import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AccessToken, NewAccessToken } from '#shared/people/access-tokens.ts';
import { ACCESS_TOKEN_NAME_MAX_LENGTH } from '#shared/limits.ts';
import { SCOPES, type Scope } from '#shared/plain/scopes.ts';
import { DAY_MS } from '#shared/plain/time.ts';
import { call, detailOr } from '#web/lib/api/api.ts';
import { useAge } from '#web/lib/hooks/use-age.ts';
import { useRemovalFocus } from '#web/lib/hooks/use-removal-focus.ts';
import { formatShortDay } from '#web/lib/i18n/dates.ts';
import { t } from '#web/lib/i18n/messages.ts';
import { serverTime } from '#web/lib/server-clock.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { CopyField } from '#web/ui/overlays/copy-field.tsx';
import { TextField } from '#web/ui/forms/inputs.tsx';
import { SelectField } from '#web/ui/forms/select.tsx';
import { Dialog, DialogButtons } from '#web/ui/overlays/dialog.tsx';
import { Question } from '#web/ui/overlays/question.tsx';
import { toastFailure, toastSuccess } from '#web/ui/overlays/toast.tsx';
import { Loaded } from '#web/ui/states/loaded.tsx';
import { Skeleton } from '#web/ui/states/loading.tsx';
import type { Typed } from '../auth-form.tsx';
import { GivenPasswordField } from '../fields.tsx';
import { AccountDialog } from './account-dialog.tsx';
import { accessTokensQuery, useRevokeAccessToken } from './settings.queries.ts';

const LIVES_DAYS = [30, 90, 365];

/** A word of a message has no colon. */
const scopeName = (scope: Scope): string =>
  t('accessTokens.scope', { scope: scope.replace(':', '_') as 'chat_read' });

/** The access tokens of a person's programs: lists, creates and revokes them. */
export function AccessTokensSection({ username }: { readonly username: string }) {
  const query = useQuery(accessTokensQuery());
  const [step, setStep] = useState<'list' | 'form' | NewAccessToken>('list');
  const { box, removed } = useRemovalFocus<HTMLDivElement>('li>button', 'button');
  const close = () => setStep('list');
  return (
    <Card title={t('accessTokens.title')} description={t('accessTokens.hint')}>
      <div ref={box}>
        <Loaded
          query={query}
          failure={t('accessTokens.loadFailed')}
          isInCard
          skeleton={<Skeleton className="h-14" />}
        >
          {(tokens) => <Tokens tokens={tokens} onRevoked={removed} />}
        </Loaded>
        <Button variant="secondary" className="mt-4" onClick={() => setStep('form')}>
          {t('accessTokens.new')}
        </Button>
      </div>
      {step === 'form' && <NewTokenDialog username={username} onCreated={setStep} onClose={close} />}
      {typeof step === 'object' && <CreatedDialog created={step} onClose={close} />}
    </Card>
  );
}

interface TokensProps {
  readonly tokens: readonly AccessToken[];
  /** Called with the index of the token. */
  readonly onRevoked: (index: number) => void;
}

function Tokens({ tokens, onRevoked }: TokensProps) {
  if (tokens.length === 0) return <p className="text-soft">{t('accessTokens.none')}</p>;
  return (
    <ul className="divide-y divide-line">
      {tokens.map((token, index) => (
        <Token key={token.id} token={token} onRevoked={() => onRevoked(index)} />
      ))}
    </ul>
  );
}

interface TokenProps {
  readonly token: AccessToken;
  readonly onRevoked: () => void;
}

function Token({ token: { id, name, scopes, created_at, last_used_at, expires_at }, onRevoked }: TokenProps) {
  const [isAsking, setIsAsking] = useState(false);
  const age = useAge(last_used_at ?? created_at);
  const { mutateAsync, isPending } = useRevokeAccessToken(onRevoked);
  const revoke = async () => {
    try {
      await mutateAsync(id);
    } catch (error) {
      setIsAsking(false);
      return toastFailure(t('accessTokens.notRevoked'), detailOr(error, t('common.pleaseTryAgain')));
    }
    toastSuccess(t('accessTokens.revoked'));
  };
  const used = last_used_at === null ? t('accessTokens.neverUsed') : t('auth.lastUsed', { age });
  return (
    <li className="flex items-center gap-4 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-break-word">{name}</p>
        <p className="text-sm text-soft">{scopes.map(scopeName).join(' · ')}</p>
        <p className="text-sm text-soft">
          {used} · {t('accessTokens.endsOn', { day: formatShortDay(expires_at) })}
        </p>
      </div>
      <Button
        variant="ghost"
        size="sm"
        onClick={() => setIsAsking(true)}
        aria-label={t('accessTokens.revokeToken', { name })}
      >
        {t('accessTokens.revoke')}
      </Button>
      {isAsking && (
        <Question
          title={t('accessTokens.revokeQuestion', { name })}
          no={t('common.cancel')}
          yes={t('accessTokens.revoke')}
          isBusy={isPending}
          onNo={() => setIsAsking(false)}
          onYes={() => void revoke()}
        >
          <p>{t('accessTokens.revokeHint')}</p>
        </Question>
      )}
    </li>
  );
}

interface NewTokenDialogProps {
  readonly username: string;
  readonly onCreated: (created: NewAccessToken) => void;
  readonly onClose: () => void;
}

function NewTokenDialog({ username, onCreated, onClose }: NewTokenDialogProps) {
  const cache = useQueryClient();
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const [days, setDays] = useState(LIVES_DAYS[0]!);
  const send = async (typed: Typed) => {
    const expires_at = new Date(serverTime(Date.now()) + days * DAY_MS).toISOString();
    const body = { name: typed('name'), scopes: [...scopes], expires_at, password: typed('password') };
    onCreated(await call('POST /auth/access-tokens', { body }));
    await cache.invalidateQueries({ queryKey: accessTokensQuery().queryKey });
  };
  const choose = (scope: Scope, isChosen: boolean) =>
    setScopes(isChosen ? [...scopes, scope] : scopes.filter((other) => other !== scope));
  return (
    <AccountDialog
      username={username}
      title={t('accessTokens.new')}
      description={t('accessTokens.newHint')}
      failure={[t('accessTokens.notCreated'), t('common.pleaseTryAgain')]}
      check={() =>
        scopes.length === 0 ? { scopes: t('errors.required', { field: t('accessTokens.allows') }) } : {}
      }
      action={t('accessTokens.create')}
      pendingAction={t('accessTokens.creating')}
      send={send}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <TextField
            label={t('accessTokens.name')}
            name="name"
            hint={t('accessTokens.nameHint')}
            maxLength={ACCESS_TOKEN_NAME_MAX_LENGTH}
            autoComplete="off"
            required
            error={errors['name']}
          />
          <fieldset>
            <legend className="mb-2 text-sm font-medium">{t('accessTokens.allows')}</legend>
            <div className="space-y-2">
              {SCOPES.map((scope) => (
                <Checkbox
                  key={scope}
                  checked={scopes.includes(scope)}
                  onChange={(isChosen) => choose(scope, isChosen)}
                >
                  {scopeName(scope)}
                </Checkbox>
              ))}
            </div>
            <p role="alert" className="mt-1.5 text-sm text-danger empty:hidden">
              {errors['scopes']}
            </p>
          </fieldset>
          <SelectField
            label={t('accessTokens.ends')}
            options={LIVES_DAYS.map((count) => ({
              value: String(count),
              text: t('accessTokens.inDays', { count }),
            }))}
            value={String(days)}
            onChange={({ target }) => setDays(Number(target.value))}
            error={errors['expires_at']}
          />
          <GivenPasswordField error={errors['password']} />
        </>
      )}
    </AccountDialog>
  );
}

interface CreatedDialogProps {
  readonly created: NewAccessToken;
  readonly onClose: () => void;
}

function CreatedDialog({ created: { token }, onClose }: CreatedDialogProps) {
  return (
    <Dialog title={t('accessTokens.created')} description={t('accessTokens.copyNow')} onClose={onClose}>
      <div className="px-4 py-5 sm:px-6">
        <CopyField label={t('accessTokens.token')} what="token" value={token} />
      </div>
      <DialogButtons>
        <Button onClick={onClose}>{t('accessTokens.done')}</Button>
      </DialogButtons>
    </Dialog>
  );
}
