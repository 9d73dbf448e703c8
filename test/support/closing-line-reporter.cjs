/** Prints `N passed, N failed` as the last line of a run. A suite that could not be loaded counts as a failure. */
module.exports = class ClosingLineReporter {
  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    const line = `${results.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
    // The default reporter writes its summary to stderr on the next tick; print after it.
    process.on('exit', () => process.stdout.write(`${line}\n`));
  }
};
