import { LOCAL_ACCOUNT } from '../../aws/credentials.ts';
import type { Answer } from '../protocol/s3.request.ts';
import { xmlDocument, type Xml } from '../protocol/s3.xml.ts';
import type { Storage } from '../state/storage.context.ts';

/** ListBuckets. */
export function listBuckets({ index }: Storage): Answer {
  const buckets = index.buckets().map(({ name, createdMs }): Xml => [
    'Bucket',
    [
      ['Name', name],
      ['CreationDate', new Date(createdMs).toISOString()],
    ],
  ]);
  const body = xmlDocument('ListAllMyBucketsResult', [
    ['Owner', [['ID', LOCAL_ACCOUNT]]],
    ['Buckets', buckets],
  ]);
  return { status: 200, body };
}
