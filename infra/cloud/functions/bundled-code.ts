import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';

/** CDK is synchronous, so each bundle is built in a separate process. */
const BUNDLE = join(import.meta.dirname, 'bundle.ts');

/** The files of each bundle by entry, so that sites synthesised in one process share them. */
const made = new Map<string, ReadonlyMap<string, Buffer>>();

function bundleInto(folder: string, entry: string): void {
  const files = made.get(entry);
  if (files) return files.forEach((bytes, name) => writeFileSync(join(folder, name), bytes));
  execFileSync(process.execPath, [BUNDLE, entry, folder]);
  made.set(entry, new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))])));
}

/** Returns the bundle as a Lambda's code. CDK's bundling creates one file, which loads lazy parts at the start. */
export const bundledCode = (entry: string): Code =>
  Code.fromAsset(dirname(entry), {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // Distinguishes the bundles of one folder; there is no container that would run it.
      command: [entry],
      image: DockerImage.fromRegistry('unused'),
      local: {
        tryBundle: (folder) => {
          bundleInto(folder, entry);
          return true;
        },
      },
    },
  });
