import { Duration, Stack } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { PolicyStatement, type IRole } from 'aws-cdk-lib/aws-iam';
import type { Bucket, IBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { ORIGIN_SECRET_HEADER } from '#functions/http/cdn.ts';
import { LATEST_PICTURE } from '#functions/streaming/recordings/recording.place.ts';
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
  /** Where it is written down who asked for what. */
  readonly accessLogs: Bucket;
  /** Its objects' keys begin with `media/`. */
  readonly media: Bucket;
  /** What IVS has recorded: keys begin with `ivs/`, and what may be seen of a recording is in a folder `media` there. */
  readonly recordings: Bucket;
  /** @default the name that CloudFront gives */
  readonly domain?: Domain | undefined;
  /** Of the web ACL that says what is let through. @default all is */
  readonly webAclArn?: string | undefined;
  /** Hosts beside IVS's that scripts may talk to. @default none */
  readonly connect?: readonly string[];
}

/** The CDN: one public host for the web and, once there is one, for the API. */
export class Website extends Construct {
  readonly bucket: IBucket;
  readonly distribution: cloudfront.Distribution;
  readonly url: string;
  /** What of the media is not delivered. */
  readonly deniedMedia: cloudfront.KeyValueStore;
  private readonly pages: cloudfront.BehaviorOptions;
  /** Sent with what anybody may frame. */
  private readonly framedHeaders: cloudfront.ResponseHeadersPolicy;
  private readonly access: cloudfront.S3OriginAccessControl;

  constructor(scope: Construct, id: string, props: WebsiteProps) {
    super(scope, id);
    const { stage, accessLogs, media, recordings, domain, connect = [] } = props;
    // The library's own `Bucket` is no `IBucket` to the compiler's exactOptionalPropertyTypes.
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
      // An embed's page in a sandboxed frame has an origin of its own.
      '/assets/*': { ...files, responseHeadersPolicy: mediaHeaders },
      ...this.storedBehaviors(media, recordings, mediaHeaders),
    };
    this.distribution = this.createDistribution(stored, props);
    this.url = `https://${domain?.name ?? this.distribution.distributionDomainName}`;
    this.acknowledgeFindings();
  }

  /**
   * Puts the API behind the CDN: all of `/api`, calendars, feeds and sitemaps, and the pages whose existence its `pages`
   * Lambda knows. By `secret` the API knows that a request comes this way.
   */
  addApi(api: HttpApi, secret: string): void {
    const { region, urlSuffix } = Stack.of(this);
    const domain = `${api.apiId}.execute-api.${region}.${urlSuffix}`;
    // No sooner than API Gateway, whose integrations have 30 s.
    const customHeaders = { [ORIGIN_SECRET_HEADER]: secret };
    const origin = new HttpOrigin(domain, { readTimeout: Duration.seconds(30), customHeaders });
    const { origin: documents, ...pages } = this.pages;
    const behavior = this.apiBehavior();
    // Only what caches answer: a request that no cache may answer would be billed for the shield as well.
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
    // Before all that is below a channel: the first that fits is taken. A `webcal:` address is asked for without TLS.
    const read = {
      ...behavior,
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      allowedMethods: cloudfront.AllowedMethods.ALLOW_GET_HEAD,
    };
    for (const path of PATHS_OF_API) this.distribution.addBehavior(path, origin, read);
    // What is no part of its key does not reach the origin.
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

  /** Lets a role read the application's documents. */
  grantDocument(role: IRole): void {
    const resources = LANGUAGES.map(({ tag }) => this.bucket.arnForObjects(documentName(tag)));
    role.addToPrincipalPolicy(new PolicyStatement({ actions: ['s3:GetObject'], resources }));
  }

  /** Lets a role change what is not delivered. */
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

  /** By path; the first that fits is taken. */
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
      // Without LIST, S3 answers 403 for a file that is missing; with LIST it answers an honest 404.
      origin: S3BucketOrigin.withOriginAccessControl(bucket, {
        originAccessControl: this.access,
        originAccessLevels: [cloudfront.AccessLevel.READ, cloudfront.AccessLevel.LIST],
      }),
      viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      // What `cacheRules.web` says.
      cachePolicy: cloudfront.CachePolicy.CACHING_OPTIMIZED,
      compress: true,
    };
  }

  private apiBehavior(): cloudfront.AddBehaviorOptions {
    const { responseHeadersPolicy } = this.pages;
    return {
      ...(responseHeadersPolicy && { responseHeadersPolicy }),
      functionAssociations: [this.apiRequests()],
      // Never a redirect: a client that sends its token in clear must notice.
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
