import { dirname } from 'node:path';
import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { buildSync } from 'esbuild';

/**
 * Bundles the handler at `entry` into `folder`: `index.mjs` is what every start needs, and each part of the code that
 * is imported lazily becomes a file beside it, which costs nothing until it is needed. The SDK comes along: tree-shaken
 * it starts faster than the one of the runtime. `bench/` bundles what it compares with in the same way.
 */
export function bundle(entry: string, folder: string): void {
  buildSync({
    entryPoints: { index: entry },
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    minify: true,
    logLevel: 'warning',
  });
}

/** The bundle as what a Lambda runs. CDK's own bundling makes a single file, in which lazy parts are read all the same. */
export const bundledCode = (entry: string): Code =>
  Code.fromAsset(dirname(entry), {
    assetHashType: AssetHashType.OUTPUT,
    bundling: {
      // Tells the bundles of one folder apart; there is no container to run it in.
      command: [entry],
      image: DockerImage.fromRegistry('unused'),
      local: {
        tryBundle: (folder) => {
          bundle(entry, folder);
          return true;
        },
      },
    },
  });
