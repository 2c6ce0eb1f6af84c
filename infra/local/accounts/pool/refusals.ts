import { AwsError } from '../../aws/aws-error.ts';

/** Errors that several operations throw, worded as by Cognito. */
export function notAuthorized(message: string): AwsError {
  return new AwsError('NotAuthorizedException', message);
}

export function wrongPassword(): AwsError {
  return notAuthorized('Incorrect username or password.');
}

export function invalidParameter(message: string): AwsError {
  return new AwsError('InvalidParameterException', message);
}

export function userNotFound(): AwsError {
  return new AwsError('UserNotFoundException', 'User does not exist.');
}

export function limitExceeded(): AwsError {
  return new AwsError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
}
