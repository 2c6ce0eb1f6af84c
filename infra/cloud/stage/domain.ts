import { SettingError, text, yes, type ContextOf } from './context.ts';

/** A domain of our own. */
export interface Domain {
  readonly name: string;
  /** Of a certificate of AWS Certificate Manager in us-east-1, where CloudFront looks for it. */
  readonly certificateArn: string;
  /**
   * Whether everything below the domain serves https as well. Browsers remember this for two years, and it cannot be revoked.
   * @default false
   */
  readonly hstsSubdomains?: boolean;
}

const HOST_NAME = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;
const CERTIFICATE = /^arn:aws:acm:([a-z0-9-]+):(\d{12}):certificate\/[\w-]+$/;
const CERTIFICATE_REGION = 'us-east-1';

/**
 * The domain that the operator gives; nothing where none is given. `account` is the one that is deployed to, where it is
 * known. Throws a `SettingError` where name and certificate are not given together, or CloudFront could not take them.
 */
export function domainIn(contextOf: ContextOf, account: string | undefined): Domain | undefined {
  const name = text(contextOf, 'domainName', HOST_NAME, 'no host name, such as fans.example, in lower case');
  const certificateArn = text(contextOf, 'certificateArn', CERTIFICATE, 'no ARN of a certificate of ACM');
  const hstsSubdomains = yes(contextOf, 'hstsSubdomains');
  if (name && certificateArn) {
    checkCertificate(certificateArn, account);
    return { name, certificateArn, hstsSubdomains };
  }
  if (name || certificateArn)
    throw new SettingError('A domain needs both -c domainName=… and -c certificateArn=….');
  if (hstsSubdomains)
    throw new SettingError('-c hstsSubdomains=yes is said of a domain, and needs -c domainName=….');
  return undefined;
}

function checkCertificate(arn: string, account: string | undefined): void {
  const [, region, owner] = CERTIFICATE.exec(arn) ?? [];
  if (region !== CERTIFICATE_REGION)
    throw new SettingError(
      `The certificate of -c certificateArn is in ${region}, but CloudFront takes one from ${CERTIFICATE_REGION} alone.`,
    );
  if (account && owner !== account)
    throw new SettingError(
      `The certificate of -c certificateArn is of the account ${owner}, but the site is deployed to ${account}.`,
    );
}
