import { signedRequests, type Signing } from '#functions/aws/signed-requests.ts';

/**
 * Reads a document of the application, by its name, from the bucket of the built web. It reads it each time, because it names the files
 * of the latest deployment.
 */
export function documentsAt(url: string, signing: Signing): (name: string) => Promise<string> {
  const send = signedRequests('s3', signing);
  return async (name) => {
    const { status, body } = await send({ method: 'GET', url: new URL(name, `${url}/`) });
    if (status !== 200) throw new Error(`S3 answered ${status}, and no document`);
    return body;
  };
}
