import { isAbsolute } from 'node:path';
import { rolldown, type ModuleInfo } from 'rolldown';
import { treeshake } from '#infra/cloud/functions/bundle.ts';

/** A module's imports: paths of files, or names of external modules. */
export interface Imports {
  readonly atOnce: readonly string[];
  readonly lazily: readonly string[];
}

/**
 * Returns the file `entry` and all files that it imports transitively by relative path, by absolute path. Packages are
 * not followed.
 */
export async function moduleGraph(entry: string): Promise<ReadonlyMap<string, Imports>> {
  const graph = new Map<string, Imports>();
  const moduleParsed = ({ id, importedIds, dynamicallyImportedIds }: ModuleInfo) => {
    graph.set(id, { atOnce: importedIds, lazily: dynamicallyImportedIds });
  };
  const bundle = await rolldown({
    input: entry,
    external: /^[^./#]/,
    platform: 'node',
    plugins: [{ name: 'module-graph', moduleParsed }],
  });
  await bundle.generate();
  await bundle.close();
  return graph;
}

/** Returns our files that contribute code to the bundle of `entry`, by absolute path. */
export async function filesInBundle(entry: string): Promise<string[]> {
  const bundle = await rolldown({ input: entry, external: /^[^./#]/, platform: 'node', treeshake });
  const { output } = await bundle.generate();
  await bundle.close();
  const files = output.flatMap((part) => (part.type === 'chunk' ? Object.entries(part.modules) : []));
  return files.flatMap(([id, { renderedLength }]) => (renderedLength > 0 && isAbsolute(id) ? [id] : []));
}
