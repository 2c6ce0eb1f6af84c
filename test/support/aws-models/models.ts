/** AWS's own models of its services, as botocore and the AWS CLI have them. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { oncePerWorker } from '../once-per-worker.ts';
import { type Reference, type Shape, withChanges } from './newer.ts';

const programs = new URL('../../../scripts/setup/programs.mjs', import.meta.url);
const { awsModels } = (await import(programs.href)) as { awsModels: () => string | undefined };

export interface ModelOperation {
  readonly http: { readonly method: string; readonly requestUri: string; readonly responseCode?: number };
  readonly input?: Reference;
  readonly output?: Reference;
  readonly errors?: readonly Reference[];
}

export interface Model {
  readonly metadata: { readonly protocol: string; readonly targetPrefix?: string };
  readonly operations: Readonly<Record<string, ModelOperation>>;
  readonly shapes: Readonly<Record<string, Shape>>;
}

/** Throws where there are no models. */
function modelsFolder(): string {
  const folder = awsModels();
  if (folder) return folder;
  throw new Error(
    'AWS’s models are missing, by which the tests check requests: install the AWS CLI, version 2 (Debian: apt-get install awscli)',
  );
}

/** A file of a service's latest model; nothing where there is no such service. Newer CLIs have them compressed. */
export function readModel<T>(service: string, name: string): T | undefined {
  const folder = join(modelsFolder(), service);
  const version = existsSync(folder) ? readdirSync(folder).toSorted().at(-1) : undefined;
  if (version === undefined) return undefined;
  const file = join(folder, version, name);
  const text = existsSync(file) ? readFileSync(file) : gunzipSync(readFileSync(`${file}.gz`));
  return JSON.parse(text.toString()) as T;
}

/** A service's model by its name in botocore; nothing where there is no such service. */
export const modelOf = (service: string): Model | undefined =>
  oncePerWorker(`model of ${service}`, () => {
    const model = readModel<Model>(service, 'service-2.json');
    return model && { ...model, shapes: withChanges(service, model.shapes) };
  });
