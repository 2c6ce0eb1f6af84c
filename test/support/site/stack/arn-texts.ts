/** Replaces ARNs that are joined with the partition by plain strings. */
export const withArnTexts = <T>(value: unknown): T =>
  JSON.parse(
    JSON.stringify(value).replaceAll(
      /\{"Fn::Join":\["",\[((?:"[^"]*"|\{"Ref":"AWS::Partition"\}|,)+)\]\]\}/g,
      (_, parts: string) =>
        `"${parts.replaceAll('{"Ref":"AWS::Partition"}', 'aws').replaceAll(/[",]/g, '')}"`,
    ),
  ) as T;
