import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '../../../../ui/card.tsx';
import { Loaded } from '../../../../ui/states/loaded.tsx';
import { Skeleton } from '../../../../ui/states/loading.tsx';
import { useFocusOnReturn } from '../../fields.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TwoFactorOff } from './two-factor-off.tsx';
import { TwoFactorOn } from './two-factor-on.tsx';
import { twoFactorQuery } from './two-factor.queries.ts';

/** Whether logging in asks for a code besides the password, and how that is changed. */
export function TwoFactorSection({ username }: { readonly username: string }) {
  const query = useQuery(twoFactorQuery());
  const words = useFocusOnReturn();
  // They are told once, and shown until somebody says that they have them.
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
