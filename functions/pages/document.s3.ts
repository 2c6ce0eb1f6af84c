import { GetObjectCommand } from '@aws-sdk/client-s3';
import { s3 } from '../aws/s3.ts';

/**
 * Reads the application's document out of the bucket of the built web, anew each time: it names the files of one
 * deployment, and comes after them.
 */
export const documentOf = (bucket: string) => async (): Promise<string> => {
  const { Body } = await s3().send(new GetObjectCommand({ Bucket: bucket, Key: 'index.html' }));
  if (!Body) throw new Error('S3 answered GetObject without a body');
  return Body.transformToString();
};
