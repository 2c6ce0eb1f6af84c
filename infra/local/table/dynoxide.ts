import { createRequire } from 'node:module';
import { join } from 'node:path';

interface Build {
  readonly platform: string;
  readonly arch: string;
  /** The file that resolves the build: builds are packages next to it. */
  readonly from: string;
}

const OURS: Build = { platform: process.platform, arch: process.arch, from: import.meta.filename };

/** Returns the path of dynoxide, the DynamoDB stand-in, for a platform. Throws if it is not installed. */
export function dynoxidePath({ platform, arch, from }: Build = OURS): string {
  const build = `@dynoxide/${platform}-${arch}`;
  try {
    const folder = join(createRequire(from).resolve(`${build}/package.json`), '..');
    return join(folder, platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');
  } catch (cause) {
    throw new Error(
      `There is no ${build}. Use 'npm start', which provides a database, or set AWS_ENDPOINT_URL_DYNAMODB to a DynamoDB Local.`,
      { cause },
    );
  }
}
