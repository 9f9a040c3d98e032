import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type Reporter, type TestSpecification, type Vitest } from 'vitest/node'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** How the paths of the tests begin, as `run.mjs` says it. */
const tests = (process.env['MUTATION_TESTS'] ?? 'test/').split(' ')

class InListedOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number =>
      tests.findIndex((beginning) => moduleId.startsWith(root + beginning))
    return files.toSorted((a, b) => rank(a) - rank(b))
  }
}

let vitest: Vitest

/** A file that cannot even be loaded has noticed the mutant as well. */
const reportBrokenFiles: Reporter = {
  onInit: (started) => void (vitest = started),
  // Else the error of one mutant would be found with all that follow.
  onTestRunStart: () => vitest.state.clearErrors(),
  onTestModuleEnd: (module) => {
    for (const { message } of module.errors())
      vitest.state.catchError(new Error(message), 'Unhandled Error')
  },
}

export default defineConfig({
  root,
  resolve: {
    alias: { '#primitives': `${root}src/crypto/primitives.node.ts` },
  },
  test: {
    include: tests.map((beginning) => `${beginning}*.test.ts`),
    // One worker for all files of a run: every mutant gets a new one.
    isolate: false,
    setupFiles: [`${root}scripts/mutation/set-up.ts`],
    reporters: [reportBrokenFiles],
    sequence: { sequencer: InListedOrder },
    testTimeout: 20_000,
  },
})
