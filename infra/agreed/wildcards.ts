/**
 * Converts patterns of CloudFront paths or IAM policies to expressions: `*` matches any characters, `?` matches one.
 */
export const wildcardExpression = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    's',
  );
