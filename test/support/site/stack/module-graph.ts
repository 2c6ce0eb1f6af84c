import { isAbsolute } from 'node:path';
import { rolldown, type ModuleInfo } from 'rolldown';
import { treeshake } from '#infra/cloud/functions/bundle.ts';

/** What a module imports: paths of files, or names of what is left where it is. */
export interface Imports {
  readonly atOnce: readonly string[];
  readonly lazily: readonly string[];
}

/** The file `entry` and all that it reaches by relative imports, by absolute path. Packages are not looked into. */
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

/** Files of ours that contribute code to the bundle of `entry`, by absolute path. */
export async function filesInBundle(entry: string): Promise<string[]> {
  const bundle = await rolldown({ input: entry, external: /^[^./#]/, platform: 'node', treeshake });
  const { output } = await bundle.generate();
  await bundle.close();
  const files = output.flatMap((part) => (part.type === 'chunk' ? Object.entries(part.modules) : []));
  return files.flatMap(([id, { renderedLength }]) => (renderedLength > 0 && isAbsolute(id) ? [id] : []));
}
