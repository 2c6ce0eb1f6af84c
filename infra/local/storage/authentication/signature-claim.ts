import { DAY_S } from '#shared/plain/time.ts';
import { AwsError } from '../../aws/aws-error.ts';
import { LOCAL_REGION } from '../../aws/credentials.ts';
import { ALGORITHM, parseCredential, type CredentialScope } from '../../aws/signature.ts';
import { accessDenied, invalidRequest } from '../protocol/s3-errors.ts';
import type { S3Request } from '../protocol/s3-request.ts';

/** The unverified signature data of a request. */
export interface SignatureClaim {
  readonly accessKeyId: string;
  readonly scope: CredentialScope;
  readonly amzDate: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  /** Validity of a presigned request, from its date. */
  readonly expiresS?: number;
}

const MAX_EXPIRES_S = 7 * DAY_S;

/** Parses the `Authorization` header. Throws `AuthorizationHeaderMalformed`. */
export function readHeaderClaim({ headers }: S3Request): SignatureClaim {
  const [algorithm, ...rest] = headers['authorization']!.split(' ');
  if (algorithm !== ALGORITHM) throw otherMechanism();
  const fields = new Map(
    rest
      .join('')
      .split(',')
      .map((field) => [field.slice(0, field.indexOf('=')), field.slice(field.indexOf('=') + 1)]),
  );
  const refuse = (why: string, members = {}): AwsError =>
    new AwsError(
      'AuthorizationHeaderMalformed',
      `The authorization header is malformed; ${why}`,
      400,
      members,
    );
  const signedHeaders = fields.get('SignedHeaders');
  const signature = fields.get('Signature');
  if (!signedHeaders || !signature) throw refuse('it needs Credential, SignedHeaders and Signature.');
  const { accessKeyId, scope } = readCredential(fields.get('Credential') ?? '', refuse);
  const amzDate = headers['x-amz-date'] ?? '';
  if (amzDate !== '' && !amzDate.startsWith(scope.date)) {
    throw refuse(`Invalid credential date "${scope.date}". This date is not the same as X-Amz-Date.`);
  }
  return {
    accessKeyId,
    scope,
    amzDate,
    signedHeaders: signedHeaders.split(';'),
    signature,
  };
}

const otherMechanism = (): AwsError =>
  invalidRequest(
    'The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256.',
  );

/** Parses a presigned URL's query. Throws `AuthorizationQueryParametersError`. */
export function readQueryClaim({ query }: S3Request): SignatureClaim {
  if (query.has('Signature')) throw otherMechanism();
  const refuse = (why: string, members = {}): AwsError =>
    new AwsError('AuthorizationQueryParametersError', why, 400, members);
  const names = ['Algorithm', 'Credential', 'Signature', 'Date', 'SignedHeaders', 'Expires'];
  const [algorithm, credential, signature, amzDate, signedHeaders, expires] = names.map((name) =>
    query.get(`X-Amz-${name}`),
  );
  if (!credential || !signature || !amzDate || !signedHeaders || !expires) {
    throw refuse(
      'Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential, X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.',
    );
  }
  if (algorithm !== ALGORITHM) throw refuse('X-Amz-Algorithm only supports "AWS4-HMAC-SHA256"');
  const expiresS = Number(expires);
  if (!/^-?\d+$/.test(expires)) throw refuse('X-Amz-Expires should be a number');
  if (expiresS < 0) throw refuse('X-Amz-Expires must be non-negative');
  if (expiresS > MAX_EXPIRES_S) {
    throw refuse(
      'X-Amz-Expires must be less than a week (in seconds); that is, the given X-Amz-Expires must be less than 604800 seconds',
    );
  }
  const { accessKeyId, scope } = readCredential(credential, refuse);
  if (!amzDate.startsWith(scope.date)) throw accessDenied('Invalid credential date in X-Amz-Credential');
  return { accessKeyId, scope, amzDate, signedHeaders: signedHeaders.split(';'), signature, expiresS };
}

/** Parses a credential. Throws by `refuse` unless it is for S3 in this region. */
export function readCredential(
  text: string,
  refuse: (why: string, members?: Record<string, string>) => AwsError,
): Pick<SignatureClaim, 'accessKeyId' | 'scope'> {
  const credential = parseCredential(text);
  if (!credential) {
    throw refuse(
      'the Credential is mal-formed; expecting "<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request".',
    );
  }
  const { region, service } = credential.scope;
  if (region !== LOCAL_REGION) {
    throw refuse(`the region '${region}' is wrong; expecting '${LOCAL_REGION}'`, { Region: LOCAL_REGION });
  }
  if (service !== 's3') throw refuse(`incorrect service "${service}". This endpoint belongs to "s3".`);
  return credential;
}
