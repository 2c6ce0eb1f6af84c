import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { readHeadLine } from '#shared/plain/moderation/public-log.ts';
import { keepText, readText } from '#web/lib/kept.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Field, fieldClass } from '#web/ui/forms/field.tsx';
import { type CheckedLog, checkLog } from './transparency.queries.ts';
import { t } from '#web/lib/i18n/messages.ts';

type Check =
  | { readonly is: 'idle' }
  | { readonly is: 'running'; readonly seq: number }
  | { readonly is: 'done'; readonly checked: CheckedLog }
  | { readonly is: 'failed' };

interface ChainCheckProps {
  readonly line: string;
}

/** Verifies the log in this browser: complete, and consistent with earlier visits. */
export function ChainCheck({ line }: ChainCheckProps) {
  const [check, setCheck] = useState<Check>({ is: 'idle' });
  const [own, setOwn] = useState('');
  const isUnreadable = own.trim() !== '' && readHeadLine(own) === null;
  const run = async () => {
    setCheck({ is: 'running', seq: 0 });
    try {
      const checked = await checkLog(hashesOf([own, keptLine() ?? '', line]), (seq) =>
        setCheck({ is: 'running', seq }),
      );
      const isWhole = !checked.state.broken && checked.rewritten.length === 0;
      if (isWhole) keepLine(line);
      setCheck({ is: 'done', checked });
    } catch {
      setCheck({ is: 'failed' });
    }
  };
  return (
    <Card title={t('moderation.checkTitle')} description={t('moderation.checkHint')}>
      <div className="space-y-4">
        <Field
          label={t('moderation.savedLine')}
          error={isUnreadable ? t('moderation.savedLineInvalid') : undefined}
          hint={t('moderation.savedLineHint')}
        >
          {(ties) => (
            <input
              {...ties}
              value={own}
              onChange={({ target }) => setOwn(target.value)}
              spellCheck={false}
              autoComplete="off"
              className={`${fieldClass} h-11 font-mono text-sm`}
            />
          )}
        </Field>
        <Button onClick={() => void run()} busy={check.is === 'running'} disabled={isUnreadable}>
          {t('moderation.checkChain')}
        </Button>
        <div role="status" className="empty:-mt-4">
          <Result check={check} />
        </div>
      </div>
    </Card>
  );
}

function Result({ check }: { readonly check: Check }) {
  if (check.is === 'idle') return null;
  if (check.is === 'running')
    return (
      <p aria-live="off" className="text-soft">
        {t('moderation.checking', { count: check.seq })}
      </p>
    );
  if (check.is === 'failed') return <p className="text-danger">{t('moderation.logReadFailed')}</p>;
  const { state, rewritten } = check.checked;
  if (state.broken)
    return (
      <Verdict isGood={false}>
        {t('moderation.chainBroken', {
          seq: state.broken.seq,
          why: state.broken.why === 'not chained' ? 'other' : state.broken.why,
        })}
      </Verdict>
    );
  const [entry] = rewritten;
  if (entry !== undefined)
    return <Verdict isGood={false}>{t('moderation.logRewritten', { seq: entry })}</Verdict>;
  return <Verdict isGood>{t('moderation.chainIntact', { count: state.seq })}</Verdict>;
}

function Verdict({ isGood, children }: { readonly isGood: boolean; readonly children: string }) {
  const Icon = isGood ? ShieldCheck : ShieldAlert;
  return (
    <p className={`flex items-center gap-2 font-medium ${isGood ? 'text-accent' : 'text-danger'}`}>
      <Icon className="size-5 shrink-0" />
      {children}
    </p>
  );
}

const KEY = 'transparency-head';

/** The newest entry's line that this browser has seen. */
const keptLine = (): string | null => readText('localStorage', KEY);

const keepLine = (line: string): void => keepText('localStorage', KEY, line);

/** The hashes by entry number. Ignores other lines. */
const hashesOf = (lines: readonly string[]): ReadonlyMap<number, string> =>
  new Map(
    lines.flatMap((line) => {
      const head = readHeadLine(line);
      return head ? [[head.seq, head.hash] as const] : [];
    }),
  );
