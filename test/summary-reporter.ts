import type { Reporter, TestModule } from 'vitest/node'

/** Prints the plain closing line `N passed, N failed, N skipped` after vitest's own report. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 }
    for (const module of modules) {
      const tests = [...module.children.allTests()]
      for (const test of tests) {
        const { state } = test.result()
        if (state !== 'pending') counts[state] += 1
      }
      // A file that fails before its first test must not look like a clean run.
      if (!module.ok() && tests.every(test => test.result().state !== 'failed')) counts.failed += 1
    }
    console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
  }
}
