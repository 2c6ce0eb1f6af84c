/** Regions that have an Origin Shield. Source: CloudFront Developer Guide, "Use Amazon CloudFront Origin Shield". */
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
 * The region of the Origin Shield for an origin in a region, by which all caches of the CDN ask for a playlist once
 * between them. Undefined where the origin's region has none, or is not known before the deployment: AWS advises one
 * with a short way to the origin, and every region that has IVS has its own.
 */
export const originShieldFor = (region: string): string | undefined =>
  SHIELDED.find((shielded) => shielded === region);
