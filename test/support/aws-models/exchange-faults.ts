/** Compares a request to AWS, as it was sent, and its answer with AWS's model of the operation. */
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { modelOf, type Model, type ModelOperation } from './models.ts';
import { isUnknown, type Reference } from './newer.ts';
import { operationOf, shapeOf, targetOf, type RequestedOperation, type Request } from './operation.ts';
import { type Encoding, shapeFaults, membersOf } from './shape-faults.ts';
import { XMLParser } from 'fast-xml-parser';

export interface Exchange extends Request {
  /** As the request's signature names it. */
  readonly service: string;
  /** What was read of it. */
  readonly body: Buffer;
  readonly status: number;
  readonly answerHeaders: OutgoingHttpHeaders;
  /** Nothing where it was sent in pieces. */
  readonly answer: string;
}

/** What signatures call otherwise than the models. */
const SERVICES: Readonly<Record<string, string>> = { ses: 'sesv2', monitoring: 'cloudwatch' };

/**
 * What AWS would not do: accept the request, or answer so; a line each. A request that was refused has no faults: its sender
 * knows. Services and operations that are newer than the models are passed over (`newer.ts`).
 */
export function exchangeFaults(exchange: Exchange): string[] {
  const service = SERVICES[exchange.service] ?? exchange.service;
  if (isUnknown(service)) return [];
  const model = modelOf(service);
  if (!model) return [`AWS has no service ${service}`];
  const asked = operationOf(model, exchange);
  if (!asked) {
    const { method, path, headers, status } = exchange;
    const name = targetOf(headers) ?? `${method} ${path}`;
    return status >= 300 || isUnknown(`${service} ${name}`) ? [] : [`${service} has no operation ${name}`];
  }
  const { name, operation } = asked;
  const faults =
    exchange.status < 300
      ? [...requestFaults(model, asked, exchange), ...answerFaults(model, name, operation, exchange)]
      : errorFaults(model, name, operation, exchange);
  return faults.map((fault) => `${service} ${fault}`);
}

function requestFaults(
  model: Model,
  { name, operation, path }: RequestedOperation,
  exchange: Exchange,
): string[] {
  const { query, headers, body } = exchange;
  const shape = shapeOf(model, operation.input);
  const encoding = encodingOf(model, headers);
  const outside = Object.entries(shape.members ?? {}).flatMap(([member, reference]) => {
    const { location, locationName = member } = reference;
    const texts =
      location === 'uri'
        ? [path[locationName]]
        : location === 'querystring'
          ? query.getAll(locationName)
          : location === 'header'
            ? [headers[locationName.toLowerCase()]?.toString()]
            : [];
    return textFaults(`${name}.${member}`, texts, reference, encoding);
  });
  return [...outside, ...bodyFaults(name, body.toString(), operation.input, encoding)];
}

function answerFaults(model: Model, name: string, operation: ModelOperation, exchange: Exchange): string[] {
  const { status, answer, answerHeaders, headers, method } = exchange;
  const { responseCode = 200 } = operation.http;
  const isRange = status === 206 && headers.range !== undefined;
  const faults =
    status === responseCode || isRange ? [] : [`${name} is answered with ${status} for ${responseCode}`];
  const encoding = encodingOf(model, headers);
  const shape = shapeOf(model, operation.output);
  for (const [member, reference] of Object.entries(shape.members ?? {})) {
    const { location, locationName = member } = reference;
    if (location !== 'header') continue;
    const texts = [answerHeaders[locationName.toLowerCase()]?.toString()];
    faults.push(...textFaults(`${name}'s ${member}`, texts, reference, encoding));
  }
  const hasBody = method !== 'HEAD' && answer !== '';
  return hasBody
    ? [...faults, ...bodyFaults(`${name}'s answer`, answer, operation.output, encoding)]
    : faults;
}

/** Errors that the model knows have its status. */
function errorFaults(
  model: Model,
  name: string,
  { errors = [] }: ModelOperation,
  exchange: Exchange,
): string[] {
  const { status, answer } = exchange;
  const error = /"__type":"(?:[^"]*#)?(\w+)"/.exec(answer)?.[1];
  const known = errors.some(({ shape }) => shape === error) ? model.shapes[error!]?.error : undefined;
  const wanted = known?.httpStatusCode ?? status;
  return wanted === status ? [] : [`${name}'s ${error} has ${status} for ${wanted}`];
}

/** What is sent by target has members' own names, in JSON, whichever protocol the model prefers. */
const encodingOf = (model: Model, headers: IncomingHttpHeaders): Encoding => ({
  model,
  hasLocationNames: targetOf(headers) === undefined,
  timeFormat: model.metadata.protocol === 'rest-xml' ? 'iso8601' : 'unixTimestamp',
});

function bodyFaults(
  place: string,
  body: string,
  reference: Reference | undefined,
  encoding: Encoding,
): string[] {
  if (!reference) return [];
  const { model } = encoding;
  const { payload, members = {} } = model.shapes[reference.shape]!;
  const whole = payload === undefined ? reference : members[payload]!;
  // Bodies of bytes are whatever they are.
  if (model.shapes[whole.shape]!.type !== 'structure') return [];
  if (encoding.hasLocationNames && model.metadata.protocol === 'rest-xml')
    return body === '' ? [] : shapeFaults(place, fromXml(body, whole, model), whole, encoding);
  return shapeFaults(place, JSON.parse(body || '{}'), whole, encoding);
}

/** What stands in a path, a query or a header, by the type that it has. */
function textFaults(
  place: string,
  texts: readonly (string | undefined)[],
  reference: Reference,
  encoding: Encoding,
): string[] {
  const given = texts.filter((text) => text !== undefined);
  if (given.length === 0) return [];
  const { type } = encoding.model.shapes[reference.shape]!;
  // In headers and queries times have formats of their own.
  if (type === 'timestamp') return [];
  const value = type === 'list' ? given : typed(given[0]!, type);
  return shapeFaults(place, value, reference, encoding);
}

const parser = new XMLParser({
  parseTagValue: false,
  trimValues: false,
  ignoreAttributes: true,
  ignoreDeclaration: true,
  htmlEntities: true,
  isArray: () => true,
});

/** What stands in a document, by the types that AWS's model gives its elements; unknown ones stay as they are. */
const fromXml = (text: string, reference: Reference, model: Model): unknown =>
  valueOf(Object.values(parser.parse(text) as Record<string, unknown[]>)[0]!, reference, model);

/** `nodes` are the elements of one name. */
function valueOf(nodes: readonly unknown[], { shape: name, flattened }: Reference, model: Model): unknown {
  const shape = model.shapes[name]!;
  if (shape.type === 'list') {
    const inner = (nodes[0] as Record<string, unknown[]>)[shape.member!.locationName ?? 'member'] ?? [];
    const elements = (flattened ?? shape.flattened) ? nodes : inner;
    return elements.map((one) => valueOf([one], shape.member!, model));
  }
  if (shape.type !== 'structure') return typed(String(nodes[0]), shape.type);
  const members = membersOf(shape, true);
  const elements = typeof nodes[0] === 'object' ? Object.entries(nodes[0] as Record<string, unknown[]>) : [];
  return Object.fromEntries(
    elements.map(([tag, value]) => {
      const member = members.get(tag);
      return [tag, member ? valueOf(value, member, model) : value];
    }),
  );
}

/** A text as a value of that type; as it is, where it is none. */
function typed(text: string, type: string): unknown {
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  if (!['integer', 'long', 'float', 'double'].includes(type)) return text;
  return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text);
}
