/**
 * Which properties of a template's resources one machine supports. A resource or property that is not listed here is an
 * error, so that every change to the stack is either implemented for one machine too, or has a reason here.
 */
import * as z from 'zod/mini';

/** A property that one machine ignores, and the reason. Its value does not matter. */
const notHere = (_reason: string) => z.optional(z.unknown());

const strings = z.array(z.string());
const reference = z.string();

const ENCRYPTION = 'The data folder is readable by its owner alone; encryption is up to the disk.';
const LOGGING = "The site's own logs are in the data folder.";
const COSTS = 'Nothing is billed here.';
const LABEL = 'A name or a comment for people.';
const SIGNED = 'Stand-ins accept only signed requests; policies of the roles say whose.';

const lambda = z.strictObject({
  Architectures: notHere("The machine's own processor."),
  Code: z.strictObject({ S3Bucket: z.string(), S3Key: z.string() }),
  Environment: z.strictObject({ Variables: z.record(z.string(), z.string()) }),
  Handler: z.literal('index.handler'),
  LoggingConfig: notHere(LOGGING),
  MemorySize: z.number(),
  ReservedConcurrentExecutions: z.optional(z.number()),
  Role: z.string(),
  Runtime: z.literal('nodejs24.x'),
  Timeout: z.number(),
  TracingConfig: notHere(LOGGING),
});

const eventInvokeConfig = z.strictObject({
  DestinationConfig: z.optional(z.unknown()),
  FunctionName: reference,
  MaximumEventAgeInSeconds: z.number(),
  MaximumRetryAttempts: z.number(),
  Qualifier: z.string(),
});

const eventSource = z.strictObject({
  BatchSize: z.number(),
  BisectBatchOnFunctionError: notHere('Notices are delivered one by one.'),
  DestinationConfig: notHere('A failed notice is delivered by the next tick.'),
  EventSourceArn: z.string(),
  FilterCriteria: z.optional(z.strictObject({ Filters: z.array(z.strictObject({ Pattern: z.string() })) })),
  FunctionName: reference,
  FunctionResponseTypes: z.optional(strings),
  MaximumRetryAttempts: z.optional(z.number()),
  ScalingConfig: z.optional(z.strictObject({ MaximumConcurrency: z.number() })),
  StartingPosition: notHere('Nothing is written before the site starts.'),
});

const rule = z.strictObject({
  Description: notHere(LABEL),
  EventPattern: z.optional(z.record(z.string(), z.unknown())),
  ScheduleExpression: z.optional(z.string()),
  State: z.literal('ENABLED'),
  Targets: z.array(
    z.strictObject({
      Arn: z.string(),
      DeadLetterConfig: z.optional(z.strictObject({ Arn: z.string() })),
      Id: z.string(),
      RetryPolicy: z.strictObject({ MaximumEventAgeInSeconds: z.number(), MaximumRetryAttempts: z.number() }),
    }),
  ),
});

const queue = z.strictObject({
  MessageRetentionPeriod: notHere('Messages are kept until they are delivered or deleted.'),
  RedrivePolicy: z.optional(z.strictObject({ deadLetterTargetArn: z.string(), maxReceiveCount: z.number() })),
  SqsManagedSseEnabled: notHere(ENCRYPTION),
  VisibilityTimeout: z.optional(z.number()),
});

const key = z.strictObject({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) });
const table = z.strictObject({
  AttributeDefinitions: z.array(
    z.strictObject({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) }),
  ),
  BillingMode: z.literal('PAY_PER_REQUEST'),
  GlobalSecondaryIndexes: z.array(
    z.strictObject({
      IndexName: z.string(),
      KeySchema: z.array(key),
      Projection: z.strictObject({ ProjectionType: z.enum(['ALL', 'KEYS_ONLY']) }),
    }),
  ),
  KeySchema: z.array(key),
  Replicas: notHere('There is one copy, without backups.'),
  SSESpecification: notHere(ENCRYPTION),
  StreamSpecification: z.strictObject({ StreamViewType: z.literal('NEW_AND_OLD_IMAGES') }),
  TimeToLiveSpecification: z.strictObject({ AttributeName: z.string(), Enabled: z.literal(true) }),
});

const bucket = z.strictObject({
  BucketEncryption: notHere(ENCRYPTION),
  BucketName: notHere('Names here are those of the one machine.'),
  CorsConfiguration: z.optional(
    z.strictObject({
      CorsRules: z.array(
        z.strictObject({
          AllowedHeaders: z.optional(strings),
          AllowedMethods: z.array(z.enum(['GET', 'PUT', 'POST', 'DELETE', 'HEAD'])),
          AllowedOrigins: strings,
          ExposedHeaders: z.optional(strings),
          MaxAge: z.optional(z.number()),
        }),
      ),
    }),
  ),
  LifecycleConfiguration: z.optional(
    z.strictObject({
      Rules: z.array(
        z.strictObject({
          AbortIncompleteMultipartUpload: z.optional(z.strictObject({ DaysAfterInitiation: z.number() })),
          ExpirationInDays: z.optional(z.number()),
          NoncurrentVersionExpiration: notHere('The stand-in keeps no versions.'),
          Status: z.literal('Enabled'),
          Transitions: notHere(COSTS),
        }),
      ),
    }),
  ),
  LoggingConfiguration: notHere(LOGGING),
  NotificationConfiguration: z.optional(
    z.strictObject({ EventBridgeConfiguration: z.strictObject({ EventBridgeEnabled: z.boolean() }) }),
  ),
  OwnershipControls: notHere('The stand-in has no access control lists.'),
  PublicAccessBlockConfiguration: z.strictObject({
    BlockPublicAcls: z.literal(true),
    BlockPublicPolicy: z.literal(true),
    IgnorePublicAcls: z.literal(true),
    RestrictPublicBuckets: z.literal(true),
  }),
  Tags: notHere(LABEL),
  VersioningConfiguration: notHere('The stand-in keeps no versions.'),
});

const namespace = z.strictObject({
  ApiId: reference,
  Name: z.string(),
  PublishAuthModes: z.tuple([z.strictObject({ AuthType: z.literal('AWS_IAM') })]),
  SubscribeAuthModes: z.tuple([z.strictObject({ AuthType: z.literal('AWS_LAMBDA') })]),
});

const route = z.strictObject({
  ApiId: reference,
  AuthorizationType: z.literal('NONE'),
  RouteKey: z.string(),
  Target: z.string(),
});

const integration = z.strictObject({
  ApiId: reference,
  IntegrationType: z.literal('AWS_PROXY'),
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.literal('2.0'),
  TimeoutInMillis: z.optional(z.number()),
});

const permission = z.strictObject({
  Action: z.literal('lambda:InvokeFunction'),
  FunctionName: reference,
  Principal: z.string(),
  SourceArn: z.string(),
});

const edgeFunction = z.strictObject({
  AutoPublish: z.literal(true),
  FunctionCode: z.string(),
  FunctionConfig: z.strictObject({
    Comment: notHere(LABEL),
    KeyValueStoreAssociations: notHere('There is one store.'),
    Runtime: z.literal('cloudfront-js-2.0'),
  }),
  Name: notHere(LABEL),
});

const listed = z.enum(['none', 'whitelist']);
const cachePolicy = z.strictObject({
  CachePolicyConfig: z.strictObject({
    Comment: notHere(LABEL),
    DefaultTTL: z.number(),
    MaxTTL: z.number(),
    MinTTL: z.number(),
    Name: notHere(LABEL),
    ParametersInCacheKeyAndForwardedToOrigin: z.strictObject({
      CookiesConfig: z.strictObject({ CookieBehavior: z.literal('none') }),
      EnableAcceptEncodingBrotli: z.boolean(),
      EnableAcceptEncodingGzip: z.boolean(),
      HeadersConfig: z.strictObject({ HeaderBehavior: listed, Headers: z.optional(strings) }),
      QueryStringsConfig: z.strictObject({ QueryStringBehavior: listed, QueryStrings: z.optional(strings) }),
    }),
  }),
});

const originRequestPolicy = z.strictObject({
  OriginRequestPolicyConfig: z.strictObject({
    Comment: notHere(LABEL),
    CookiesConfig: z.strictObject({ CookieBehavior: listed, Cookies: z.optional(strings) }),
    HeadersConfig: z.strictObject({
      HeaderBehavior: z.literal('allExcept'),
      Headers: z.tuple([z.literal('Host')]),
    }),
    Name: notHere(LABEL),
    QueryStringsConfig: z.strictObject({ QueryStringBehavior: listed, QueryStrings: z.optional(strings) }),
  }),
});

const items = z.strictObject({ Items: strings });
const override = z.literal(true);
const responseHeadersPolicy = z.strictObject({
  ResponseHeadersPolicyConfig: z.strictObject({
    Comment: notHere(LABEL),
    CorsConfig: z.optional(
      z.strictObject({
        AccessControlAllowCredentials: z.literal(false),
        AccessControlAllowHeaders: items,
        AccessControlAllowMethods: items,
        AccessControlAllowOrigins: items,
        OriginOverride: override,
      }),
    ),
    CustomHeadersConfig: z.strictObject({
      Items: z.array(z.strictObject({ Header: z.string(), Override: override, Value: z.string() })),
    }),
    Name: notHere(LABEL),
    SecurityHeadersConfig: z.strictObject({
      ContentSecurityPolicy: z.strictObject({ ContentSecurityPolicy: z.string(), Override: override }),
      ContentTypeOptions: z.strictObject({ Override: override }),
      ReferrerPolicy: z.strictObject({ Override: override, ReferrerPolicy: z.string() }),
      StrictTransportSecurity: z.strictObject({
        AccessControlMaxAgeSec: z.number(),
        IncludeSubdomains: z.boolean(),
        Override: override,
      }),
    }),
  }),
});

const behavior = {
  AllowedMethods: z.optional(strings),
  CachePolicyId: reference,
  Compress: z.literal(true),
  FunctionAssociations: z.optional(
    z.array(
      z.strictObject({
        EventType: z.enum(['viewer-request', 'viewer-response']),
        FunctionARN: reference,
      }),
    ),
  ),
  OriginRequestPolicyId: z.optional(reference),
  ResponseHeadersPolicyId: reference,
  TargetOriginId: z.string(),
  ViewerProtocolPolicy: notHere('There is no TLS.'),
};

const distribution = z.strictObject({
  DistributionConfig: z.strictObject({
    Aliases: notHere('One machine has its own name.'),
    CacheBehaviors: z.array(z.strictObject({ PathPattern: z.string(), ...behavior })),
    Comment: notHere(LABEL),
    CustomErrorResponses: z.array(z.strictObject({ ErrorCachingMinTTL: z.number(), ErrorCode: z.number() })),
    DefaultCacheBehavior: z.strictObject(behavior),
    DefaultRootObject: z.literal('index.html'),
    Enabled: z.literal(true),
    HttpVersion: notHere('Browsers speak HTTP/2 over TLS only.'),
    IPV6Enabled: notHere('As the machine has it.'),
    Logging: notHere(LOGGING),
    OriginGroups: z.strictObject({
      Items: z.array(
        z.strictObject({
          FailoverCriteria: z.strictObject({
            StatusCodes: z.strictObject({ Items: z.array(z.number()), Quantity: z.number() }),
          }),
          Id: z.string(),
          Members: z.strictObject({
            Items: z.array(z.strictObject({ OriginId: z.string() })),
            Quantity: z.literal(2),
          }),
        }),
      ),
      Quantity: z.number(),
    }),
    Origins: z.array(
      z.strictObject({
        ConnectionAttempts: notHere('The API is in this process.'),
        ConnectionTimeout: notHere('The API is in this process.'),
        CustomOriginConfig: z.optional(
          z.strictObject({
            OriginProtocolPolicy: z.literal('https-only'),
            OriginReadTimeout: notHere("The HTTP API's own timeout is as long."),
            OriginSSLProtocols: notHere('There is no TLS.'),
          }),
        ),
        DomainName: z.string(),
        Id: z.string(),
        OriginAccessControlId: notHere(SIGNED),
        OriginCustomHeaders: z.optional(
          z.array(z.strictObject({ HeaderName: z.string(), HeaderValue: z.string() })),
        ),
        OriginPath: z.optional(z.string()),
        OriginShield: notHere('One cache is enough for one machine.'),
        S3OriginConfig: z.optional(z.strictObject({ OriginAccessIdentity: z.literal('') })),
      }),
    ),
    ViewerCertificate: notHere('There is no TLS.'),
    WebACLId: notHere('The web ACL has tests of its own.'),
  }),
  Tags: notHere(LABEL),
});

const configurationSet = z.strictObject({
  Name: z.string(),
  SuppressionOptions: notHere('Mail goes into a file.'),
});

/** By resource type. */
export const PROPERTIES = {
  'AWS::ApiGatewayV2::Integration': integration,
  'AWS::ApiGatewayV2::Route': route,
  'AWS::AppSync::ChannelNamespace': namespace,
  'AWS::CloudFront::CachePolicy': cachePolicy,
  'AWS::CloudFront::Distribution': distribution,
  'AWS::CloudFront::Function': edgeFunction,
  'AWS::CloudFront::OriginRequestPolicy': originRequestPolicy,
  'AWS::CloudFront::ResponseHeadersPolicy': responseHeadersPolicy,
  'AWS::DynamoDB::GlobalTable': table,
  'AWS::Events::Rule': rule,
  'AWS::Lambda::EventInvokeConfig': eventInvokeConfig,
  'AWS::Lambda::EventSourceMapping': eventSource,
  'AWS::Lambda::Function': lambda,
  'AWS::Lambda::Permission': permission,
  'AWS::S3::Bucket': bucket,
  'AWS::SES::ConfigurationSet': configurationSet,
  'AWS::SQS::Queue': queue,
} as const;

export type KnownType = keyof typeof PROPERTIES;

/** Other types: why one machine does not need them, or what replaces them regardless of their properties. */
export const NOT_HERE: Readonly<Record<string, string>> = {
  'AWS::ApiGatewayV2::Api': 'There is one API.',
  'AWS::ApiGatewayV2::Stage': 'Its throttle is far above what one machine answers.',
  'AWS::AppSync::Api': 'Its authorisation is that of its namespaces.',
  'AWS::CloudFront::KeyValueStore': 'There is one store.',
  'AWS::CloudFront::OriginAccessControl': SIGNED,
  'AWS::CloudWatch::Alarm': 'Nothing is watched here; bench and tests measure.',
  'AWS::CloudWatch::CompositeAlarm': 'Nothing is watched here; bench and tests measure.',
  'AWS::CloudWatch::Dashboard': LABEL,
  'AWS::CodeDeploy::Application': 'A site on one machine is restarted.',
  'AWS::CodeDeploy::DeploymentGroup': 'A site on one machine is restarted.',
  'AWS::Cognito::UserPool': "The stand-in's pool has the same rules; its compliance suite compares them.",
  'AWS::Cognito::UserPoolClient': "The stand-in's client has the same rules.",
  'AWS::IAM::Policy': 'Read with the roles.',
  'AWS::IAM::Role': 'Read with their policies.',
  'AWS::IVS::RecordingConfiguration': 'The stand-in records in the same way.',
  'AWS::IVS::PlaybackKeyPair': 'The stand-in derives it.',
  'Custom::PlaybackKey': 'The stand-in derives it.',
  'AWS::IVS::PlaybackRestrictionPolicy': 'The stand-in has one of its own.',
  'AWS::Lambda::Alias': 'There is one version, to which each alias points.',
  'AWS::Lambda::LayerVersion': 'Of the function that copies files, which does not run here.',
  'AWS::Lambda::Version': 'There is one version.',
  'AWS::Logs::LogGroup': LOGGING,
  'AWS::Logs::MetricFilter': LOGGING,
  'AWS::MediaConvert::Queue': 'Its concurrency is that of the machine.',
  'AWS::S3::BucketPolicy': SIGNED,
  'AWS::SES::ConfigurationSetEventDestination': 'Mail goes into a file.',
  'AWS::SNS::Subscription': 'Nothing is watched here.',
  'AWS::SNS::Topic': 'Nothing is watched here.',
  'AWS::SNS::TopicPolicy': 'Nothing is watched here.',
  'AWS::SQS::QueuePolicy': SIGNED,
  'AWS::SecretsManager::Secret': 'Secrets follow from the key pair of the data folder.',
  'Custom::CDKBucketDeployment': 'The web app is served from its build folder.',
};
