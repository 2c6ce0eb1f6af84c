import { AwsError } from '../../aws/aws-error.ts';

/** An error in IVS's format, with its text in `exceptionMessage`. */
function ivsError(name: string, message: string, status: number): AwsError {
  return new AwsError(name, message, status, { exceptionMessage: message });
}

export const validationError = (message: string): AwsError => ivsError('ValidationException', message, 400);

export const quotaError = (message: string): AwsError =>
  ivsError('ServiceQuotaExceededException', message, 402);

export const conflictError = (message: string): AwsError => ivsError('ConflictException', message, 409);

export const notFoundError = (arn: string): AwsError =>
  ivsError('ResourceNotFoundException', `Resource: ${arn} not found`, 404);

export const notBroadcastingError = (arn: string): AwsError =>
  ivsError('ChannelNotBroadcasting', `Channel: ${arn} is not broadcasting`, 404);
