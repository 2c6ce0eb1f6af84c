/** A name of the code, and not an id, a number or a person's words. */
const KEY_NAME = /^[A-Z][A-Z_]*$/;
const ATTRIBUTE = /^(gsi\d[ps]k|[A-Za-z][A-Za-z_]*)$/;

/** What items consist of, a line for each attribute of each kind: `CHANNEL#* CHANNEL username string`. */
export function itemShapes(items: readonly Readonly<Record<string, unknown>>[]): string[] {
  const lines = items.flatMap(({ pk, sk, ...attributes }) => {
    const kind = `${kindOf(String(pk))} ${kindOf(String(sk))}`;
    return attributesOf(attributes).map((attribute) => `${kind} ${attribute}`);
  });
  return [...new Set(lines)].toSorted();
}

const kindOf = (key: string): string =>
  key
    .split('#')
    .map((part) => (KEY_NAME.test(part) ? part : '*'))
    .join('#');

function attributesOf(value: object, path = ''): string[] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    const place = path + (ATTRIBUTE.test(name) ? name : '*');
    if (Array.isArray(member))
      return [...new Set(member.flatMap((one) => attributesOf({ '0': one }, `${place}.`)))];
    const isMap = typeof member === 'object' && member !== null && !(member instanceof Set);
    if (isMap && !ArrayBuffer.isView(member)) return attributesOf(member, `${place}.`);
    return `${place} ${typeOf(member)}`;
  });
}

function typeOf(value: unknown): string {
  if (value instanceof Set) return 'set';
  if (value === null) return 'null';
  return ArrayBuffer.isView(value) ? 'binary' : typeof value;
}
