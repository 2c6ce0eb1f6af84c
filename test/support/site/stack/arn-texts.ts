/** The same value, in which ARNs that are joined with the partition are texts. */
export const withArnTexts = <T>(value: unknown): T =>
  JSON.parse(
    JSON.stringify(value).replaceAll(
      /\{"Fn::Join":\["",\[((?:"[^"]*"|\{"Ref":"AWS::Partition"\}|,)+)\]\]\}/g,
      (_, parts: string) =>
        `"${parts.replaceAll('{"Ref":"AWS::Partition"}', 'aws').replaceAll(/[",]/g, '')}"`,
    ),
  ) as T;
