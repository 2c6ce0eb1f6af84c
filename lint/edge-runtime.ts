/**
 * What a CloudFront Function may use. Source: Amazon CloudFront Developer Guide, "JavaScript runtime 2.0 features for
 * CloudFront Functions": "ES 5.1, some features of ES 6 to 12", with a list of each. Anything not listed here is
 * refused, even if njs, the engine behind the runtime, supports it. Syntax is named as in ESTree
 * (github.com/estree/estree).
 */

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** "Core features", without those in {@link edgeSyntax} that are limited. */
export const EDGE_NODES = new Set(
  words(`
  Program FunctionDeclaration VariableDeclaration VariableDeclarator ImportDeclaration ImportDefaultSpecifier
  BlockStatement BreakStatement CatchClause ContinueStatement DoWhileStatement EmptyStatement ExpressionStatement ForStatement
  ForInStatement IfStatement LabeledStatement ReturnStatement SwitchCase SwitchStatement ThrowStatement TryStatement
  WhileStatement
  ArrayExpression ArrowFunctionExpression AssignmentExpression AwaitExpression BinaryExpression CallExpression
  ConditionalExpression FunctionExpression Identifier Literal LogicalExpression MemberExpression NewExpression ObjectExpression
  Property RestElement SequenceExpression TemplateElement TemplateLiteral ThisExpression UnaryExpression UpdateExpression`),
);

/** All operators of ES 5.1, and the exponentiation of ES 7. */
export const EDGE_OPERATORS = new Set(
  words(`
  = += -= *= /= %= **= <<= >>= >>>= &= |= ^=
  && || == != === !== < <= > >= + - * / % ** << >> >>> & | ^ ! ~ ++ -- in instanceof typeof void delete`),
);

const TYPED_ARRAYS = words(
  `Float32Array Float64Array Int8Array Int16Array Int32Array Uint8Array Uint8ClampedArray Uint16Array Uint32Array`,
);
const ERRORS = words(
  `Error EvalError InternalError RangeError ReferenceError SyntaxError TypeError URIError`,
);

/** Each global with its supported properties and methods. Timers, `eval` and `Function` are restricted. */
export const EDGE_GLOBALS: Readonly<Record<string, readonly string[]>> = {
  Object: words(`
    create defineProperties defineProperty freeze getOwnPropertyDescriptor getOwnPropertyDescriptors getOwnPropertyNames
    getPrototypeOf isExtensible isFrozen isSealed keys preventExtensions seal assign entries values`),
  String: words('fromCharCode fromCodePoint'),
  Number: words(`
    EPSILON MAX_SAFE_INTEGER MIN_SAFE_INTEGER MAX_VALUE MIN_VALUE NaN NEGATIVE_INFINITY POSITIVE_INFINITY isFinite isInteger
    isNaN isSafeInteger parseInt parseFloat`),
  Boolean: [],
  Math: words(`
    E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2 abs acos acosh asin asinh atan atan2 atanh cbrt ceil clz32 cos cosh exp expm1
    floor fround hypot imul log log1p log2 log10 max min pow random round sign sinh sin sqrt tan tanh trunc`),
  Date: words('UTC now parse'),
  RegExp: [],
  JSON: words('parse stringify'),
  Array: words('isArray of'),
  ...Object.fromEntries(TYPED_ARRAYS.map((name) => [name, words('from of')])),
  ArrayBuffer: words('isView'),
  Promise: words('all allSettled any reject resolve race'),
  DataView: [],
  Symbol: words('for keyFor'),
  TextDecoder: [],
  TextEncoder: [],
  Buffer: words('alloc allocUnsafe byteLength compare concat from isBuffer isEncoding'),
  console: words('log'),
  ...Object.fromEntries(ERRORS.map((name) => [name, []])),
  ...Object.fromEntries(
    words(`
      decodeURI decodeURIComponent encodeURI encodeURIComponent isFinite isNaN parseFloat parseInt atob btoa NaN Infinity
      undefined require`).map((name) => [name, []]),
  ),
};

/** Methods and properties of other objects, by the first object that has them. Those of buffers are left out. */
export const EDGE_MEMBERS = new Set([
  // Objects and functions.
  ...words('hasOwnProperty isPrototypeOf propertyIsEnumerable toString valueOf apply bind call'),
  // Strings.
  ...words(`
    charAt concat indexOf lastIndexOf match replace search slice split substr substring toLowerCase trim toUpperCase
    codePointAt endsWith includes repeat startsWith padStart padEnd trimStart trimEnd replaceAll`),
  // Numbers.
  ...words('toExponential toFixed toPrecision'),
  // Regular expressions.
  ...words('global ignoreCase multiline source sticky flags exec test lastIndex'),
  // Arrays.
  ...words(`
    length every filter forEach join map pop push reduce reduceRight reverse shift some sort splice unshift copyWithin fill
    find findIndex`),
  // Promises.
  ...words('catch finally then'),
  // Dates: all of ES 5.1; only those that the functions use.
  ...words('getTime toISOString'),
  // The module `cloudfront`. Source: "Helper methods for key value stores".
  ...words('kvs get exists meta'),
]);

/** Modules for `import`, and modules for `require`. */
export const EDGE_IMPORTS = new Set(['cloudfront']);
export const EDGE_REQUIRED = new Set(['buffer', 'crypto', 'querystring']);
