import { Duration, Stack } from 'aws-cdk-lib';
import {
  AccountRecovery,
  FeaturePlan,
  UserPool,
  UserPoolEmail,
  type UserPoolClient,
} from 'aws-cdk-lib/aws-cognito';
import { PolicyStatement, type IRole } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { escapeMarkup } from '#shared/plain/text/markup.ts';
import { PASSWORD_MIN_LENGTH } from '#shared/limits.ts';
import { RESET_MAIL } from '#infra/agreed/reset-mail.ts';
import { acknowledge } from './parts/acknowledge.ts';
import type { Stage } from './stage/stage.ts';

/**
 * Cognito actions of the `accounts` Lambda. Forgotten passwords need no grant: Cognito evaluates no IAM policy for
 * ForgotPassword and ConfirmForgotPassword. Source: Amazon Cognito user pools API reference, each operation's first
 * note.
 */
const ACCOUNT_ACTIONS = [
  'cognito-idp:AdminCreateUser',
  'cognito-idp:AdminDeleteUser',
  'cognito-idp:AdminInitiateAuth',
  'cognito-idp:AdminSetUserPassword',
  'cognito-idp:AdminUpdateUserAttributes',
] as const;

/** Cognito's minimum. Its tokens are discarded on receipt, because the site has its own sessions. */
const TOKEN_LIFE = Duration.minutes(5);
const REFRESH_TOKEN_LIFE = Duration.hours(1);

/** As HTML, each paragraph in the direction of its language. */
const RESET_BODY = RESET_MAIL.paragraphs.map((text) => `<p dir="auto">${escapeMarkup(text)}</p>`).join('\n');

export interface AccountsProps {
  readonly stage: Stage;
  /**
   * Sender of codes for forgotten passwords. Its domain must be an SES identity in this region.
   * @default Cognito's own sender, limited to 50 a day
   */
  readonly mailFrom?: string | undefined;
  /** SES configuration set of that mail. */
  readonly mailConfigurationSet: string;
}

/** The user pool. Only our handlers create users: the pool has no hosted page and no self-service sign-up. */
export class Accounts extends Construct {
  readonly pool: UserPool;
  readonly client: UserPoolClient;

  constructor(scope: Construct, id: string, props: AccountsProps) {
    super(scope, id);
    this.pool = this.createPool(props);
    this.client = this.pool.addClient('Site', {
      generateSecret: false,
      authFlows: { adminUserPassword: true },
      disableOAuth: true,
      accessTokenValidity: TOKEN_LIFE,
      idTokenValidity: TOKEN_LIFE,
      refreshTokenValidity: REFRESH_TOKEN_LIFE,
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
    });
    this.acknowledgeFindings();
  }

  /** Lets a role create users of this pool, check and set their passwords, set their addresses, and delete them. */
  grantAdministration(role: IRole): void {
    role.addToPrincipalPolicy(
      new PolicyStatement({ actions: [...ACCOUNT_ACTIONS], resources: [this.pool.userPoolArn] }),
    );
  }

  /** Lets a role delete users of this pool. */
  grantDeletion(role: IRole): void {
    const actions = ['cognito-idp:AdminDeleteUser'];
    role.addToPrincipalPolicy(new PolicyStatement({ actions, resources: [this.pool.userPoolArn] }));
  }

  private createPool({ stage, mailFrom, mailConfigurationSet }: AccountsProps): UserPool {
    return new UserPool(this, 'Users', {
      featurePlan: FeaturePlan.LITE,
      selfSignUpEnabled: false,
      signInCaseSensitive: false,
      signInAliases: { username: true },
      standardAttributes: { email: { required: true, mutable: true } },
      // The contract only requires a minimum length (NIST SP 800-63B §3.1.1.2 advises against composition rules).
      passwordPolicy: {
        minLength: PASSWORD_MIN_LENGTH,
        requireDigits: false,
        requireLowercase: false,
        requireUppercase: false,
        requireSymbols: false,
      },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      userVerification: { emailSubject: RESET_MAIL.subject, emailBody: RESET_BODY },
      ...(stage.isProduction && mailFrom && { email: this.sender(mailFrom, mailConfigurationSet) }),
      deletionProtection: stage.refusesDeletion,
      removalPolicy: stage.removalPolicy,
    });
  }

  private sender(fromEmail: string, configurationSetName: string): UserPoolEmail {
    const sesVerifiedDomain = fromEmail.split('@')[1]!;
    const sesRegion = Stack.of(this).region;
    const identity = { fromEmail, fromName: 'Fanfare', sesVerifiedDomain, sesRegion };
    return UserPoolEmail.withSES({ ...identity, configurationSetName });
  }

  private acknowledgeFindings(): void {
    acknowledge(this.pool, {
      'AwsSolutions-COG1':
        'The contract asks for eight characters and no composition; NIST SP 800-63B agrees.',
      'AwsSolutions-COG2': 'The specification has a username and a password, and no second factor.',
      'AwsSolutions-COG8': 'Only admin calls reach the pool; nothing of the Plus plan would be used.',
    });
  }
}
