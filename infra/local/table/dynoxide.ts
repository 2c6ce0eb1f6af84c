import { createRequire } from 'node:module';
import { join } from 'node:path';

interface Build {
  readonly platform: string;
  readonly arch: string;
  /** The file that asks for it: builds are packages beside it. */
  readonly from: string;
}

const OURS: Build = { platform: process.platform, arch: process.arch, from: import.meta.filename };

/** The program that stands for DynamoDB, built for a platform. Throws where there is none: the set-up did not find one. */
export function dynoxidePath({ platform, arch, from }: Build = OURS): string {
  const build = `@dynoxide/${platform}-${arch}`;
  try {
    const folder = join(createRequire(from).resolve(`${build}/package.json`), '..');
    return join(folder, platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');
  } catch (cause) {
    throw new Error(
      `There is no ${build}. Use 'npm start', which looks for it, or set AWS_ENDPOINT_URL_DYNAMODB to a DynamoDB Local.`,
      { cause },
    );
  }
}
