/**
 * CloudFront's prices by where viewers are: dollars of the first gigabytes, and of a million https requests. Source:
 * aws.amazon.com/cloudfront/pricing, as far as known; without WAF and functions, which cost the same everywhere.
 */
interface Region {
  readonly name: string;
  readonly gb: number;
  readonly requests: number;
}

export const REGIONS: readonly Region[] = [
  { name: 'North America', gb: 0.085, requests: 1 },
  { name: 'Europe, Israel', gb: 0.085, requests: 1.2 },
  { name: 'Japan', gb: 0.114, requests: 1.2 },
  { name: 'India', gb: 0.109, requests: 1.2 },
  { name: 'Southeast Asia', gb: 0.12, requests: 1.2 },
  { name: 'Australia', gb: 0.114, requests: 1.25 },
  { name: 'South America', gb: 0.11, requests: 2.2 },
];
