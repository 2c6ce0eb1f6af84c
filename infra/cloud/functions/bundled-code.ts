import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';

/** CDK waits for no promise, so that each bundle is made by a process of its own. */
const BUNDLE = join(import.meta.dirname, 'bundle.ts');

/** The files of each bundle that was made, by its entry, so that several sites synthesised together share them. */
const made = new Map<string, ReadonlyMap<string, Buffer>>();

function bundleInto(folder: string, entry: string): void {
  const files = made.get(entry);
  if (files) return files.forEach((bytes, name) => writeFileSync(join(folder, name), bytes));
  execFileSync(process.execPath, [BUNDLE, entry, folder]);
  made.set(entry, new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))])));
}

/** The bundle as what a Lambda runs. CDK's own bundling makes a single file, in which lazy parts are read all the same. */
export const bundledCode = (entry: string): Code =>
  Code.fromAsset(dirname(entry), {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // Distinguishes the bundles of one folder; there is no container to run it in.
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
