import { useQuery } from '@tanstack/react-query';
import { Copy, Download } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { copy } from '../../../../ui/overlays/copy-and-share.ts';
import { Loaded } from '../../../../ui/states/loaded.tsx';
import { Skeleton } from '../../../../ui/states/loading.tsx';
import { focusOnArrival, useFocusOnReturn } from '../../fields.tsx';
import { TwoFactorOff } from './two-factor-off.tsx';
import { TwoFactorOn } from './two-factor-on.tsx';
import { twoFactorQuery } from '../settings.queries.ts';

export function TwoFactorSection({ username }: { readonly username: string }) {
  const query = useQuery(twoFactorQuery());
  const words = useFocusOnReturn();
  // The API returns the codes once, so they stay until the user confirms.
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <Card
      title="Two-factor log-in"
      description="Logging in asks for a code of an app on your phone, besides the password."
    >
      {codes ? (
        <RecoveryCodes codes={codes} username={username} onKept={() => setCodes(undefined)} />
      ) : (
        <Loaded
          query={query}
          failure="Your two-factor log-in could not be looked up"
          isInCard
          skeleton={<Skeleton className="h-10 w-40" />}
        >
          {({ is_on, recovery_codes_left }) =>
            is_on ? (
              <TwoFactorOn
                words={words}
                username={username}
                codesLeft={recovery_codes_left}
                onCodes={setCodes}
              />
            ) : (
              <TwoFactorOff words={words} username={username} onCodes={setCodes} />
            )
          }
        </Loaded>
      )}
    </Card>
  );
}

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly username: string;
  readonly onKept: () => void;
}

/** Recovery codes. Each logs in once, and the page shows them only now. */
function RecoveryCodes({ codes, username, onKept }: RecoveryCodesProps) {
  return (
    <div className="space-y-4">
      <h3 ref={focusOnArrival} tabIndex={-1} className="font-semibold outline-none">
        Keep your recovery codes
      </h3>
      <p>
        Without your app, each of these logs you in once. Nobody can give you others then, and this is the
        only time that they are shown.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid max-w-sm grid-cols-2 gap-x-6 gap-y-2 rounded-md bg-raised p-4 font-mono"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => void copy(codes.join('\n'))}>
          <Copy className="size-4" />
          Copy codes
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(fileOf(codes, username))}`}
          download="fanfare-recovery-codes.txt"
          className="inline-flex h-10 items-center gap-2 rounded-md bg-raised px-4 text-sm font-semibold hover:bg-line pointer-coarse:h-11"
        >
          <Download className="size-4" />
          Download codes
        </a>
      </div>
      <Button onClick={onKept}>I have kept them</Button>
    </div>
  );
}

const fileOf = (codes: readonly string[], username: string): string =>
  [`Recovery codes of ${username} at Fanfare. Each logs in once.`, '', ...codes, ''].join('\n');
