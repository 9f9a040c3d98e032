import { join } from 'node:path'
import buildLibrary from './build.mjs'
import { exitWith, root, run, runTool } from './run.mjs'
import { setUp } from './setup.mjs'

/** The tests that are attacks. */
const files = [
  'test/security/attacks',
  'test/security/conformance',
  'test/unit/qwik/attacks',
  'test/package/build/attacks',
]

await exitWith(async () => {
  const options = process.argv.slice(2)
  await setUp()
  await buildLibrary()
  // With options it is about an application that runs, as for everybody who has the package.
  return options.length > 0
    ? run(process.execPath, [join(root, 'dist/cli.js'), 'attack', ...options])
    : runTool('vitest', ['run', '--reporter=verbose', ...files])
})
