import { AwsError } from '../../aws/aws-error.ts';

/** MediaConvert's own refusals of a request, by the names in its API reference. */
export const badRequest = (message: string): AwsError => new AwsError('BadRequestException', message, 400);

export const notFound = (message: string): AwsError => new AwsError('NotFoundException', message, 404);

export const conflict = (message: string): AwsError => new AwsError('ConflictException', message, 409);

export const unprocessable = (message: string): AwsError =>
  new AwsError('UnprocessableEntityException', message, 422);

export const tooManyRequests = (): AwsError =>
  new AwsError('TooManyRequestsException', 'Too many requests have been sent in too short of a time.', 429);
