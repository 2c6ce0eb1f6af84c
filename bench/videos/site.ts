import { join } from 'node:path';
import { localCredentials, type Credentials } from '#infra/local/aws/credentials.ts';
import { aPerson, type Person } from '#test/support/site/people.ts';
import { startSiteProgram } from '../site/running-site.ts';

/** An uploader and the site's address. */
export interface Uploader {
  readonly url: string;
  readonly person: Person;
}

/** The whole site in a process of its own, and somebody who uploads to it. */
export interface VideoSite extends Uploader {
  readonly s3: { readonly endpoint: string; readonly credentials: Credentials };
  /** Ends it. Returns the maximum growth of its memory. */
  end(): Promise<{ readonly grownBytes: number }>;
}

/** Starts the site in `folder` and signs up the uploader. */
export async function startVideoSite(folder: string): Promise<VideoSite> {
  const { url, s3, memoryBytes, end } = await startSiteProgram(folder);
  return {
    ...(await signUpUploader(url)),
    s3: { endpoint: s3, credentials: localCredentials(join(folder, 'data')) },
    end: async () => {
      const { peakMemoryBytes } = await end();
      return { grownBytes: peakMemoryBytes - memoryBytes };
    },
  };
}

export const signUpUploader = async (url: string): Promise<Uploader> => ({
  url,
  person: await aPerson(url, 'bench'),
});
