/** A pattern of CloudFront's paths and of IAM's policies as an expression: `*` stands for any characters, and `?` for one. */
export const wildcardExpression = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    's',
  );
