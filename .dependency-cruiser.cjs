const floors = require('./floors.cjs');

const folderPattern = folders => `^src/(${folders.join('|')})/`;

const knownPlaces = `^src/((index|manifest|testing)\\.ts$|(${[...floors.flat(), 'toolkit', 'cli'].join('|')})/)`;

/** Two rules, because one sees modules that are imported, the other those that few import. */
const refuseModules = ({ place, ...rule }) => [
  { ...rule, severity: 'error', from: {}, to: place },
  { ...rule, severity: 'error', module: { ...place, numberOfDependentsLessThan: 100 }, from: {} },
];

const floorRules = floors.flatMap((folders, floor) =>
  folders.map(folder => {
    const forbidden = [...folders.filter(other => other !== folder), ...floors.slice(floor + 1).flat()];
    return {
      name: `floor-${folder}`,
      comment: `src/${folder} is on floor ${floor}: it imports itself and lower floors only.`,
      severity: 'error',
      from: { path: `^src/${folder}/` },
      to: {
        path: [
          ...(forbidden.length ? [folderPattern(forbidden)] : []),
          '^src/(toolkit|cli)/',
          '^src/(index|manifest|testing)\\.ts$',
        ],
      },
    };
  }),
);

module.exports = {
  forbidden: [
    ...floorRules,
    ...refuseModules({
      name: 'folders-have-a-floor',
      comment:
        'A folder of src/ has its floor in floors.cjs, or is toolkit/ or cli/; the only file beside them is the door.',
      place: { path: '^src/', pathNot: knownPlaces },
    }),
    ...refuseModules({
      name: 'no-drawers',
      comment: 'A name says what is inside; these say that nobody knew.',
      place: {
        path: '/(utils?|helpers?|common|types?|misc)[/.]',
        pathNot: 'node_modules/|^dist/|^test/types/',
      },
    }),
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'toolkit-uses-the-door',
      severity: 'error',
      from: { path: '^src/toolkit/' },
      to: { path: '^src/', pathNot: ['^src/toolkit/', '^src/index\\.ts$'] },
    },
    {
      name: 'cli-uses-doors',
      severity: 'error',
      from: { path: '^src/cli/' },
      to: {
        path: '^src/',
        pathNot: ['^src/cli/', '^src/(index|manifest|testing)\\.ts$', '^src/(mcp|replay)/index\\.ts$'],
      },
    },
    {
      name: 'reflect-metadata-has-one-importer',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/foundation/reflection\\.ts$' },
      to: { path: 'node_modules/reflect-metadata' },
    },
    {
      name: 'examples-use-the-published-name',
      severity: 'error',
      from: { path: '^examples/' },
      to: { path: '^(src|dist)/', pathNot: '^src/(index|manifest|testing|(mcp|replay)/index)\\.ts$' },
    },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '^dist/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.js', '.json'],
    },
  },
};
