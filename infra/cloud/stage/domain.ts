import { SettingError, text, isYes, type ContextOf } from './context.ts';

/** A custom domain. */
export interface Domain {
  readonly name: string;
  /** ARN of an AWS Certificate Manager certificate in us-east-1, which CloudFront requires. */
  readonly certificateArn: string;
  /**
   * Whether everything below the domain also serves HTTPS. Browsers remember this for two years, and it cannot be
   * revoked.
   * @default false
   */
  readonly hstsSubdomains?: boolean;
}

const HOST_NAME = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;
const CERTIFICATE = /^arn:aws:acm:([a-z0-9-]+):(\d{12}):certificate\/[\w-]+$/;
const CERTIFICATE_REGION = 'us-east-1';

/**
 * Returns the operator's domain, or `undefined`. `account` is the target account, if known. Throws a `SettingError` if
 * only one of name and certificate is set, or if CloudFront would not accept them.
 */
export function domainIn(contextOf: ContextOf, account: string | undefined): Domain | undefined {
  const name = text(
    contextOf,
    'domainName',
    HOST_NAME,
    'not a host name in lower case, for example fans.example',
  );
  const certificateArn = text(contextOf, 'certificateArn', CERTIFICATE, 'not the ARN of an ACM certificate');
  const hstsSubdomains = isYes(contextOf, 'hstsSubdomains');
  if (name && certificateArn) {
    checkCertificate(certificateArn, account);
    return { name, certificateArn, hstsSubdomains };
  }
  if (name || certificateArn)
    throw new SettingError('A domain needs both -c domainName=… and -c certificateArn=….');
  if (hstsSubdomains) throw new SettingError('-c hstsSubdomains=yes needs -c domainName=….');
  return undefined;
}

function checkCertificate(arn: string, account: string | undefined): void {
  const [, region, owner] = CERTIFICATE.exec(arn) ?? [];
  if (region !== CERTIFICATE_REGION)
    throw new SettingError(
      `The certificate of -c certificateArn is in ${region}, but CloudFront only accepts certificates in ${CERTIFICATE_REGION}.`,
    );
  if (account && owner !== account)
    throw new SettingError(
      `The certificate of -c certificateArn belongs to the account ${owner}, but the site is deployed to ${account}.`,
    );
}
