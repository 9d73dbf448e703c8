import prettier from 'eslint-config-prettier';
import importSort from 'eslint-plugin-simple-import-sort';
import tseslint from 'typescript-eslint';

const structure = [
  { selector: 'ExportAllDeclaration', message: 'Name every export.' },
  { selector: 'TSEnumDeclaration', message: 'Use a union of literals.' },
];

const message = 'Take timers, time, ids and randomness from foundation/.';
const sources = [
  'setTimeout',
  'setInterval',
  'setImmediate',
  'clearTimeout',
  'clearInterval',
  'crypto',
  'performance',
];
const modules = ['crypto', 'timers', 'timers/promises', 'perf_hooks', 'process'];
const reachable = `/^(${[...sources, 'Date', 'Math'].join('|')})$/`;
const anyGlobal = '/^(globalThis|global)$/';

/** Replay depends on time, ids and randomness having one source, so only foundation/ may read them. */
const nondeterminism = {
  'no-restricted-globals': ['error', ...sources.map(name => ({ name, message }))],
  'no-restricted-properties': [
    'error',
    { object: 'Date', property: 'now', message },
    { object: 'Math', property: 'random', message },
    { object: 'AbortSignal', property: 'timeout', message },
    { object: 'process', property: 'hrtime', message },
    { object: 'process', property: 'uptime', message },
  ],
  'no-restricted-imports': [
    'error',
    { paths: modules.flatMap(name => [name, `node:${name}`]).map(name => ({ name, message })) },
  ],
  'no-restricted-syntax': [
    'error',
    ...structure,
    { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message },
    { selector: 'CallExpression[callee.name="Date"]', message },
    // With and without a type assertion around the global object, and taken apart.
    {
      selector: `MemberExpression[object.name=${anyGlobal}]:matches([property.name=${reachable}], [property.value=${reachable}])`,
      message,
    },
    {
      selector: `MemberExpression[object.expression.name=${anyGlobal}]:matches([property.name=${reachable}], [property.value=${reachable}])`,
      message,
    },
    { selector: `VariableDeclarator[init.name=${anyGlobal}] Property[key.name=${reachable}]`, message },
    {
      selector: `ImportExpression[source.value=/^(node:)?(${modules.join('|').replace('/', '.')})$/]`,
      message,
    },
  ],
};

const sizeGates = {
  'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
  'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
  'max-params': ['error', 4],
  complexity: ['error', 12],
};

export default tseslint.config(
  { ignores: ['dist', 'node_modules', 'coverage', '**/fixtures/emitted/**'] },
  {
    files: ['**/*.ts'],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    plugins: { 'simple-import-sort': importSort },
    rules: {
      'simple-import-sort/imports': ['error', { groups: [['^\\u0000', '^node:', '^@?\\w', '^\\.']] }],
      'simple-import-sort/exports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      // `import { type A } from 'x'` stays as `import 'x'`, which loads x.
      '@typescript-eslint/no-import-type-side-effects': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      '@typescript-eslint/no-extraneous-class': 'off',
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
    },
  },
  { files: ['src/**/*.ts'], rules: { ...nondeterminism, ...sizeGates } },
  {
    files: ['src/foundation/**/*.ts'],
    rules: {
      'no-restricted-globals': 'off',
      'no-restricted-properties': 'off',
      'no-restricted-imports': 'off',
      'no-restricted-syntax': ['error', ...structure],
    },
  },
  {
    files: ['test/**/*.ts', 'examples/**/*.ts', 'bench/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 500, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['examples/**/*.ts', 'test/**/*.ts'],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'off',
      '@typescript-eslint/no-import-type-side-effects': 'off',
      // DTO classes describe plain rows here, which is how services use them.
      '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
    },
  },
  prettier,
);
