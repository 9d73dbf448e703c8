/**
 * The floors of src/, lowest first. A file imports its own folder and lower floors, never a neighbour on its
 * floor. The import rules and the folder graph in docs/ are both derived from this list.
 */
module.exports = [
  ['foundation'],
  ['schema', 'context'],
  ['tool', 'model'],
  ['decorators', 'security', 'journal'],
  ['execution'],
  ['mcp'],
  ['agent'],
  ['replay', 'chain', 'lint'],
];
