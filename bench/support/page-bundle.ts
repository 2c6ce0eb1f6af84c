import { build } from 'rolldown';

/** Bundles a script for a browser's page into one piece. */
export async function bundlePage(entry: string): Promise<string> {
  const { output } = await build({
    input: entry,
    write: false,
    output: { format: 'iife', minify: true, codeSplitting: false },
    logLevel: 'warn',
  });
  return output[0].code;
}
