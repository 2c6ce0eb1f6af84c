import { signedRequests, type Signing } from '../aws/signed-requests.ts';

/**
 * Reads the application's document from the bucket of the built web. It is read each time, because it names the files
 * of the latest deployment.
 */
export function documentAt(url: string, signing: Signing): () => Promise<string> {
  const send = signedRequests('s3', signing);
  return async () => {
    const { status, body } = await send({ method: 'GET', url: new URL(url) });
    if (status !== 200) throw new Error(`S3 answered ${status}, and no document`);
    return body;
  };
}
