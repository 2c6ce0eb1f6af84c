import type { IncomingHttpHeaders } from 'node:http';
import type { Model, ModelOperation } from './models.ts';
import type { Reference, Shape } from './newer.ts';

export interface Request {
  readonly method: string;
  /** As it was sent, encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

/** Which operation a request asks for. */
export interface RequestedOperation {
  readonly name: string;
  readonly operation: ModelOperation;
  /** What stands in the path for its `{names}`. */
  readonly path: Readonly<Record<string, string>>;
}

/** The operation that a target names; nothing where it is named by the path. */
export const targetOf = (headers: IncomingHttpHeaders): string | undefined =>
  headers['x-amz-target']?.toString().split('.').at(-1);

export const shapeOf = (model: Model, reference: Reference | undefined): Shape =>
  (reference && model.shapes[reference.shape]) ?? { type: 'structure' };

/** The operation of a request; nothing where its service has none of that name, or for that path. */
export function operationOf(model: Model, request: Request): RequestedOperation | undefined {
  const target = targetOf(request.headers);
  if (target === undefined)
    return model.metadata.protocol.startsWith('rest-') ? operationByPath(model, request) : undefined;
  const operation = model.operations[target];
  return operation && { name: target, operation, path: {} };
}

/** S3's operations share their paths: the one that needs most of what the request has is meant. */
function operationByPath(model: Model, request: Request): RequestedOperation | undefined {
  const fitting = Object.entries(model.operations).flatMap(([name, operation]) => {
    if (operation.http.method !== request.method) return [];
    const [pattern = '', query = ''] = operation.http.requestUri.split('?');
    const path = matchPath(pattern, request.path);
    if (!path) return [];
    const fixed = [...new URLSearchParams(query)];
    const required = requiredOutsideBody(model, operation);
    const fits =
      fixed.every(([key, value]) => request.query.get(key) === value) &&
      required.every(({ location, locationName = '' }) =>
        location === 'querystring'
          ? request.query.has(locationName)
          : request.headers[locationName.toLowerCase()] !== undefined,
      );
    return fits ? [{ name, operation, path, needs: fixed.length + required.length }] : [];
  });
  return fitting.toSorted((a, b) => b.needs - a.needs)[0];
}

/** The parameters of the query and the headers that an operation needs. */
function requiredOutsideBody(model: Model, { input }: ModelOperation): Reference[] {
  const { required = [], members = {} } = shapeOf(model, input);
  return required
    .map((name) => ({ locationName: name, ...members[name]! }))
    .filter(({ location }) => location === 'querystring' || location === 'header');
}

function matchPath(pattern: string, pathname: string): Record<string, string> | undefined {
  const names: string[] = [];
  const source = pattern.replaceAll(/\{(\w+)(\+?)\}|[.$()]/g, (part, name?: string, greedy?: string) => {
    if (name === undefined) return `\\${part}`;
    names.push(name);
    return greedy ? '(.+)' : '([^/]+)';
  });
  const values = new RegExp(`^${source}/?$`).exec(pathname)?.slice(1);
  return values && Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index]!)]));
}
