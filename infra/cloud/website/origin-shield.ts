/** Regions with an Origin Shield. Source: CloudFront Developer Guide, "Use Amazon CloudFront Origin Shield". */
const SHIELDED = [
  'us-east-1',
  'us-east-2',
  'us-west-2',
  'ap-south-1',
  'ap-northeast-1',
  'ap-northeast-2',
  'ap-southeast-1',
  'ap-southeast-2',
  'eu-central-1',
  'eu-west-1',
  'eu-west-2',
  'sa-east-1',
] as const;

/**
 * Returns the Origin Shield's region for an origin's region, so that all edge caches together request a playlist once.
 * Undefined if the origin's region has none or is unknown until deployment: AWS recommends a shield close to the
 * origin, and every region with IVS has one.
 */
export const originShieldFor = (region: string): string | undefined =>
  SHIELDED.find((shielded) => shielded === region);
