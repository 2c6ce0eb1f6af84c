/**
 * JavaScript of a fake `aws`: CloudFront's operations on functions in the stage DEVELOPMENT, stored in `folder`. Runs
 * them in Node. Source: CloudFront API Reference, `CreateFunction`, `TestFunction`, `DescribeFunction`,
 * `DeleteFunction`.
 */
export const fakeEdge = (folder: string, utilization: readonly number[] = [12]): string => `
  if (args[0] === 'cloudfront' && args[1].endsWith('-function')) {
    const fs = require('node:fs');
    const given = (name) => args[args.indexOf('--' + name) + 1];
    const bytesOf = (name) => fs.readFileSync(given(name).replace('fileb://', ''), 'utf8');
    const stored = require('node:path').join(${JSON.stringify(folder)}, given('name'));
    const refuse = (code, words) => {
      console.error('\\nAn error occurred (' + code + ') when calling the operation: ' + words);
      process.exit(254);
    };
    const isThere = fs.existsSync(stored);
    const used = () => {
      const all = ${JSON.stringify(utilization)};
      const count = fs.existsSync(stored + '.count') ? Number(fs.readFileSync(stored + '.count', 'utf8')) : 0;
      fs.writeFileSync(stored + '.count', String(count + 1));
      return String(all[Math.min(count, all.length - 1)]);
    };
    const verbs = {
      'create-function': () => {
        if (isThere) refuse('FunctionAlreadyExists', 'Another one has this name.');
        if (!/^[a-zA-Z0-9-_]{1,64}$/.test(given('name'))) refuse('InvalidArgument', 'The name is invalid.');
        const config = JSON.parse(given('function-config'));
        if (config.Runtime !== 'cloudfront-js-2.0' || config.Comment === undefined) refuse('InvalidArgument', 'The configuration is invalid.');
        const code = bytesOf('function-code');
        if (code.includes('import cf') && !config.KeyValueStoreAssociations) refuse('InvalidArgument', 'There is no store.');
        fs.writeFileSync(stored, code);
        return { ETag: 'E1' };
      },
      'describe-function': () => {
        if (!isThere) refuse('NoSuchFunctionExists', 'The specified function does not exist.');
        return { ETag: 'E1' };
      },
      'delete-function': () => {
        if (given('if-match') !== 'E1') refuse('InvalidIfMatchVersion', 'The version is another.');
        fs.rmSync(stored);
      },
      'test-function': () => {
        if (given('stage') !== 'DEVELOPMENT' || given('if-match') !== 'E1') refuse('InvalidIfMatchVersion', 'The version is another.');
        const code = fs.readFileSync(stored, 'utf8').replace(/^import cf .*/, 'const cf = { kvs: () => ({ exists: async () => false }) };');
        const run = () => require('node:vm').compileFunction(code + '; return handler(event);', ['event'])(JSON.parse(bytesOf('event-object')));
        return Promise.resolve().then(run).then(
          (answer) => ({ FunctionOutput: JSON.stringify({ ['uri' in answer ? 'request' : 'response']: answer }), FunctionErrorMessage: '' }),
          (error) => ({ FunctionErrorMessage: String(error) }),
        ).then((result) => ({ TestResult: { ComputeUtilization: used(), ...result } }));
      },
    };
    Promise.resolve(verbs[args[1]]()).then((answer) => answer && console.log(JSON.stringify(answer)));
    return;
  }`;
