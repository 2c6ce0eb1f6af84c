import { Duration, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { PolicyStatement, type IRole } from 'aws-cdk-lib/aws-iam';
import type { Bucket, IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { ORIGIN_SECRET_HEADER } from '#functions/http/cdn.ts';
import { LATEST_PICTURE } from '#functions/streaming/recordings/recording-location.ts';
import { OEMBED_PATH, PATHS_OF_API } from '#infra/agreed/edge/api-request.ts';
import { EDGE_FUNCTIONS, type EdgeFunctionName } from '#infra/agreed/edge/edge-functions.ts';
import {
  LIVE_PLAYLISTS,
  PAGE_PATHS,
  RECORDING_PLAYLISTS,
  REWIND_PAGES,
  SESSION_PATHS,
} from '#infra/agreed/cache-rules.ts';
import { documentName, LANGUAGES } from '#messages/languages.ts';
import { FRAMED_PATHS } from '#infra/agreed/security-headers.ts';
import { acknowledge } from '../parts/acknowledge.ts';
import { globalName } from '../parts/global-name.ts';
import { createPrivateBucket } from '../parts/private-bucket.ts';
import type { Domain } from '../stage/domain.ts';
import type { Stage } from '../stage/stage.ts';
import { apiRequestPolicy, cachePolicy, errorResponses, securityHeadersPolicy } from './edge-policies.ts';
import { originShieldFor } from './origin-shield.ts';
import { pageOrigin } from './page-behavior.ts';

export interface WebsiteProps {
  readonly stage: Stage;
  /** The bucket for access logs. */
  readonly accessLogs: Bucket;
  /** Its objects' keys start with `media/`. */
  readonly media: Bucket;
  /** IVS recordings: keys start with `ivs/`, and a recording's public files are in a folder `media`. */
  readonly recordings: Bucket;
  /** @default the name that CloudFront assigns */
  readonly domain?: Domain | undefined;
  /** The web ACL that filters requests. @default all requests are allowed */
  readonly webAclArn?: string | undefined;
  /** Hosts that scripts may connect to, in addition to IVS's. @default none */
  readonly connect?: readonly string[];
}

/** The CDN: one public host for the web app and the API. */
export class Website extends Construct {
  readonly bucket: IBucket;
  readonly distribution: cloudfront.Distribution;
  readonly url: string;
  /** Keys of media that are not delivered. */
  readonly deniedMedia: cloudfront.KeyValueStore;
  private readonly pages: cloudfront.BehaviorOptions;
  /** Headers of pages that any site may frame. */
  private readonly framedHeaders: cloudfront.ResponseHeadersPolicy;
  private readonly access: cloudfront.S3OriginAccessControl;

  constructor(scope: Construct, id: string, props: WebsiteProps) {
    super(scope, id);
    const { stage, accessLogs, media, recordings, domain, connect = [] } = props;
    // CDK's `Bucket` does not implement `IBucket` with exactOptionalPropertyTypes.
    this.bucket = createPrivateBucket(this, 'Web', { stage, accessLogs, holds: 'lasting' }) as IBucket;
    this.access = new cloudfront.S3OriginAccessControl(this, 'Access', {
      originAccessControlName: globalName(this, 'Access'),
    });
    const headers = { connect, includeSubdomains: domain?.hstsSubdomains ?? false };
    this.framedHeaders = securityHeadersPolicy(this, 'framed', headers);
    this.pages = {
      ...this.fileBehavior(this.bucket),
      responseHeadersPolicy: securityHeadersPolicy(this, 'unframed', headers),
      functionAssociations: this.pageFunctions(),
    };
    this.deniedMedia = new cloudfront.KeyValueStore(this, 'DeniedMedia', {
      keyValueStoreName: globalName(this, 'DeniedMedia'),
      comment: 'Media of suspended channels and removed items',
    });
    const mediaHeaders = securityHeadersPolicy(this, 'unframed', { ...headers, isOpen: true });
    const { functionAssociations: _, ...files } = this.pages;
    const stored = {
      // An embedded page in a sandboxed frame has an opaque origin.
      '/assets/*': { ...files, responseHeadersPolicy: mediaHeaders },
      ...this.storedBehaviors(media, recordings, mediaHeaders),
    };
    this.distribution = this.createDistribution(stored, props);
    this.url = `https://${domain?.name ?? this.distribution.distributionDomainName}`;
    this.acknowledgeFindings();
  }

  /**
   * Puts the API behind the CDN: all of `/api`, calendars, feeds and sitemaps, and the pages of the `pages` Lambda.
   * `secret` proves to the API that a request comes from the CDN.
   */
  addApi(api: HttpApi, secret: string): void {
    const { region, urlSuffix } = Stack.of(this);
    const domain = `${api.apiId}.execute-api.${region}.${urlSuffix}`;
    // Not before API Gateway, whose integrations have 30 s.
    const customHeaders = { [ORIGIN_SECRET_HEADER]: secret };
    const origin = new HttpOrigin(domain, { readTimeout: Duration.seconds(30), customHeaders });
    const { origin: documents, ...pages } = this.pages;
    const behavior = this.apiBehavior();
    // Only for cacheable responses: other requests would be billed for the shield as well.
    const originShieldRegion = originShieldFor(region);
    const shielded = new HttpOrigin(domain, {
      readTimeout: Duration.seconds(30),
      customHeaders,
      ...(originShieldRegion && { originShieldRegion }),
    });
    this.distribution.addBehavior(LIVE_PLAYLISTS, shielded, {
      ...behavior,
      allowedMethods: cloudfront.AllowedMethods.ALLOW_GET_HEAD,
    });
    this.distribution.addBehavior(REWIND_PAGES, shielded, {
      ...behavior,
      cachePolicy: cachePolicy(this, 'RewindCache', 'rewind'),
      allowedMethods: cloudfront.AllowedMethods.ALLOW_GET_HEAD,
    });
    this.distribution.addBehavior(SESSION_PATHS, origin, {
      ...behavior,
      cachePolicy: cachePolicy(this, 'SessionCache', 'session'),
      originRequestPolicy: apiRequestPolicy(this, 'SessionOrigin', 'session'),
    });
    this.distribution.addBehavior('/api/*', origin, behavior);
    // Listed before everything below a channel, because the first match applies. `webcal:` addresses are requested
    // without TLS.
    const read = {
      ...behavior,
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      allowedMethods: cloudfront.AllowedMethods.ALLOW_GET_HEAD,
    };
    for (const path of PATHS_OF_API) this.distribution.addBehavior(path, origin, read);
    // Values that are not part of its key are not forwarded.
    const { originRequestPolicy: _, ...oembed } = {
      ...read,
      cachePolicy: cachePolicy(this, 'OembedCache', 'oembed'),
    };
    this.distribution.addBehavior(OEMBED_PATH, origin, oembed);
    const pagesOrigin = pageOrigin(domain, documents, customHeaders);
    const pageCache = cachePolicy(this, 'PageCache', 'pages');
    for (const path of PAGE_PATHS)
      this.distribution.addBehavior(path, pagesOrigin, { ...pages, cachePolicy: pageCache });
    this.distribution.addBehavior(FRAMED_PATHS, pagesOrigin, {
      ...pages,
      cachePolicy: pageCache,
      responseHeadersPolicy: this.framedHeaders,
    });
  }

  /** Lets a role read the web app's documents. */
  grantDocument(role: IRole): void {
    const resources = LANGUAGES.map(({ tag }) => this.bucket.arnForObjects(documentName(tag)));
    role.addToPrincipalPolicy(new PolicyStatement({ actions: ['s3:GetObject'], resources }));
  }

  /** Lets a role change which media are not delivered. */
  grantDenial(role: IRole): void {
    const actions = ['DescribeKeyValueStore', 'UpdateKeys'].map((name) => `cloudfront-keyvaluestore:${name}`);
    const resources = [this.deniedMedia.keyValueStoreArn];
    role.addToPrincipalPolicy(new PolicyStatement({ actions, resources }));
  }

  private createDistribution(
    stored: Readonly<Record<string, cloudfront.BehaviorOptions>>,
    { accessLogs, domain, webAclArn }: WebsiteProps,
  ): cloudfront.Distribution {
    return new cloudfront.Distribution(this, 'Distribution', {
      comment: `${Stack.of(this).stackName}: web and API`,
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      defaultRootObject: 'index.html',
      defaultBehavior: this.pages,
      additionalBehaviors: stored,
      errorResponses,
      enableLogging: true,
      logBucket: accessLogs as IBucket,
      logFilePrefix: 'cdn/',
      ...(webAclArn && { webAclId: webAclArn }),
      ...(domain && this.ownDomain(domain)),
    });
  }

  private ownDomain({ name, certificateArn }: Domain) {
    return {
      domainNames: [name],
      minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
      certificate: Certificate.fromCertificateArn(this, 'Certificate', certificateArn),
    };
  }

  /** By path; the first match applies. */
  private storedBehaviors(
    media: Bucket,
    recordings: Bucket,
    responseHeadersPolicy: cloudfront.ResponseHeadersPolicy,
  ): Record<string, cloudfront.BehaviorOptions> {
    const functionAssociations = [this.mediaRequests()];
    const stored = {
      cachePolicy: cachePolicy(this, 'StoredCache', 'stored'),
      functionAssociations,
      responseHeadersPolicy,
    };
    const latest = { cachePolicy: cachePolicy(this, 'LatestPictureCache', 'latestPicture') };
    const playlists = { cachePolicy: cachePolicy(this, 'RecordingPlaylistCache', 'recordingPlaylist') };
    const recorded = { ...this.fileBehavior(recordings as IBucket), ...stored };
    return {
      '/media/*': { ...this.fileBehavior(media as IBucket), ...stored },
      [`/ivs/*/${LATEST_PICTURE}`]: { ...recorded, ...latest },
      [RECORDING_PLAYLISTS]: { ...recorded, ...playlists },
      '/ivs/*/media/*': recorded,
    };
  }

  private fileBehavior(bucket: IBucket): cloudfront.BehaviorOptions {
    return {
      // Without LIST, S3 returns 403 for a missing file; with LIST it returns 404.
      origin: S3BucketOrigin.withOriginAccessControl(bucket, {
        originAccessControl: this.access,
        originAccessLevels: [cloudfront.AccessLevel.READ, cloudfront.AccessLevel.LIST],
      }),
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      // The rule `cacheRules.web`.
      cachePolicy: cloudfront.CachePolicy.CACHING_OPTIMIZED,
      compress: true,
    };
  }

  private apiBehavior(): cloudfront.AddBehaviorOptions {
    const { responseHeadersPolicy } = this.pages;
    return {
      ...(responseHeadersPolicy && { responseHeadersPolicy }),
      functionAssociations: [this.apiRequests()],
      // No redirect: a client that sends its token in clear text must notice.
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
      allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
      cachePolicy: cachePolicy(this, 'ApiCache', 'api'),
      originRequestPolicy: apiRequestPolicy(this, 'ApiOrigin', 'api'),
      compress: true,
    };
  }

  private pageFunctions(): cloudfront.FunctionAssociation[] {
    const { VIEWER_REQUEST, VIEWER_RESPONSE } = cloudfront.FunctionEventType;
    const before = 'Answers the addresses of pages with index.html';
    const after = 'Answers 404 where no screen has the address';
    return [
      this.edgeFunction('PageRequest', VIEWER_REQUEST, before),
      this.edgeFunction('PageResponse', VIEWER_RESPONSE, after),
    ];
  }

  private apiRequests(): cloudfront.FunctionAssociation {
    return this.edgeFunction(
      'ApiRequest',
      cloudfront.FunctionEventType.VIEWER_REQUEST,
      'Says who asks, and refuses forms that no Lambda could take',
    );
  }

  private mediaRequests(): cloudfront.FunctionAssociation {
    return this.edgeFunction('MediaRequest', cloudfront.FunctionEventType.VIEWER_REQUEST, {
      comment: 'Does not deliver media that are removed',
      keyValueStore: this.deniedMedia,
    });
  }

  private edgeFunction(
    name: EdgeFunctionName,
    eventType: cloudfront.FunctionEventType,
    options: string | Pick<cloudfront.FunctionProps, 'comment' | 'keyValueStore'>,
  ): cloudfront.FunctionAssociation {
    return {
      eventType,
      function: new cloudfront.Function(this, name, {
        code: cloudfront.FunctionCode.fromInline(EDGE_FUNCTIONS[name]),
        runtime: cloudfront.FunctionRuntime.JS_2_0,
        ...(typeof options === 'string' ? { comment: options } : options),
      }),
    };
  }

  private acknowledgeFindings(): void {
    acknowledge(this.distribution, {
      'AwsSolutions-CFR1': 'Fans of fans live everywhere; no country is shut out.',
      'AwsSolutions-CFR2': 'Synthesised alone, as in tests; the app gives it the web ACL of the guard stack.',
      'AwsSolutions-CFR4':
        'TLS 1.2_2021 applies with a domain of our own; CloudFront fixes it for its own name.',
      '@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk':
        'No request lists the bucket: every address that ends in a slash becomes /index.html.',
    });
  }
}
