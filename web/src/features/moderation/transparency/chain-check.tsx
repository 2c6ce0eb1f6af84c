import { ShieldAlert, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { readHeadLine } from '../../../../../shared/plain/public-log.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Field, fieldClass } from '../../../ui/forms/field.tsx';
import { type CheckedLog, checkLog } from './transparency.queries.ts';

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
    <Card
      title="Check it yourself"
      description="Your browser reads every entry, computes its SHA-256, and compares it with what the next one says. It also remembers the newest entry, and looks for it the next time."
    >
      <div className="space-y-4">
        <Field
          label="A line that you kept (optional)"
          error={isUnreadable ? 'This is no line of the log.' : undefined}
          hint="It begins with “fanfare-log”."
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
          Check the chain
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
  if (check.is === 'running') return <p className="text-soft">{`${check.seq} entries are checked …`}</p>;
  if (check.is === 'failed')
    return <p className="text-danger">The log could not be read. Please try again.</p>;
  const { state, rewritten } = check.checked;
  if (state.broken)
    return (
      <Verdict
        isGood={false}
      >{`The chain is broken at entry ${state.broken.seq}: it is ${state.broken.why}.`}</Verdict>
    );
  if (rewritten.length > 0)
    return (
      <Verdict
        isGood={false}
      >{`Entry ${rewritten[0]} is not what it was before: the past was rewritten.`}</Verdict>
    );
  return (
    <Verdict isGood>{`All ${state.seq} entries are there, unchanged, each after the one before.`}</Verdict>
  );
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
const keptLine = (): string | null => localStorage.getItem(KEY);

const keepLine = (line: string): void => localStorage.setItem(KEY, line);

/** The hashes by entry number. Ignores other lines. */
const hashesOf = (lines: readonly string[]): ReadonlyMap<number, string> =>
  new Map(
    lines.flatMap((line) => {
      const head = readHeadLine(line);
      return head ? [[head.seq, head.hash] as const] : [];
    }),
  );
