import { AwsError } from '../../aws/aws-error.ts';

export const invalidArgument = (message: string, name?: string, value?: string): AwsError =>
  new AwsError('InvalidArgument', message, 400, {
    ...(name !== undefined && { ArgumentName: name }),
    ...(value !== undefined && { ArgumentValue: value }),
  });

export const invalidRequest = (message: string): AwsError => new AwsError('InvalidRequest', message);

export const accessDenied = (message = 'Access Denied', members: Record<string, string> = {}): AwsError =>
  new AwsError('AccessDenied', message, 403, members);

export const noSuchKey = (key: string): AwsError =>
  new AwsError('NoSuchKey', 'The specified key does not exist.', 404, { Key: key });

export const noSuchBucket = (bucket: string): AwsError =>
  new AwsError('NoSuchBucket', 'The specified bucket does not exist', 404, { BucketName: bucket });

export const noSuchUpload = (uploadId: string): AwsError =>
  new AwsError(
    'NoSuchUpload',
    'The specified upload does not exist. The upload ID may be invalid, or the upload may have been aborted or completed.',
    404,
    { UploadId: uploadId },
  );

export const notImplemented = (what: string): AwsError =>
  new AwsError(
    'NotImplemented',
    'A header or query you provided implies functionality that is not implemented',
    501,
    {
      Header: what,
    },
  );

export const preconditionFailed = (condition: string): AwsError =>
  new AwsError('PreconditionFailed', 'At least one of the pre-conditions you specified did not hold', 412, {
    Condition: condition,
  });

export const malformedXml = (): AwsError =>
  new AwsError(
    'MalformedXML',
    'The XML you provided was not well-formed or did not validate against our published schema',
  );

export const entityTooLarge = (proposedBytes: number, maxBytes: number): AwsError =>
  new AwsError('EntityTooLarge', 'Your proposed upload exceeds the maximum allowed size', 400, {
    ProposedSize: String(proposedBytes),
    MaxSizeAllowed: String(maxBytes),
  });

export const entityTooSmall = (
  proposedBytes: number,
  minBytes: number,
  members: Record<string, string> = {},
): AwsError =>
  new AwsError('EntityTooSmall', 'Your proposed upload is smaller than the minimum allowed size', 400, {
    ProposedSize: String(proposedBytes),
    MinSizeAllowed: String(minBytes),
    ...members,
  });

export const badDigest = (what: string): AwsError =>
  new AwsError('BadDigest', `The ${what} you specified did not match the calculated checksum.`);

export const incompleteBody = (): AwsError =>
  new AwsError('IncompleteBody', 'The request body terminated unexpectedly');
