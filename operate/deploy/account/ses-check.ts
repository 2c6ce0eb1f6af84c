import { aws, awsIfThere } from '../../aws-cli.ts';
import { error, ok, warning, type AccountCheck } from './finding.ts';

interface Account {
  readonly ProductionAccessEnabled?: boolean;
  readonly SendingEnabled?: boolean;
}
interface Identity {
  readonly VerifiedForSendingStatus?: boolean;
}

/** The sender, or its domain, must be an identity, and mail must reach everybody. Without a sender no mail is sent. */
export const checkSes: AccountCheck = async ({ region, mailFrom, isProduction }) => {
  if (mailFrom === '') return ok('SES is not used: mailFrom is not set.');
  const domain = mailFrom.split('@')[1]!;
  const place = ['--region', region];
  const identities = await Promise.all(
    [mailFrom, domain].map((name) =>
      awsIfThere<Identity>('sesv2', 'get-email-identity', '--email-identity', name, ...place),
    ),
  );
  if (!identities.some((identity) => identity?.VerifiedForSendingStatus)) {
    // In `prod`, Cognito needs it to create accounts; elsewhere mail is lost.
    const say = isProduction ? error : warning;
    return say(
      `SES has not verified ${mailFrom} or ${domain} in ${region}.`,
      `aws sesv2 create-email-identity --email-identity ${domain} --region ${region} --query DkimAttributes.Tokens`,
      `Then create the three records <token>._domainkey.${domain} that it asks for: docs/operate.md, "A site that people rely on".`,
    );
  }
  const account = await aws<Account>('sesv2', 'get-account', ...place);
  if (account?.SendingEnabled === false)
    return warning('SES has paused sending for this account.', 'See the SES console, "Account dashboard".');
  if (!account?.ProductionAccessEnabled)
    return warning(
      'SES is in its sandbox: mail only reaches verified addresses.',
      'Request production access: docs/operate.md, "A site that people rely on".',
    );
  return ok(`SES sends from ${mailFrom}.`);
};
