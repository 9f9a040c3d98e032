import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildSecondUi } from './build-second-ui.mjs'
import { fingerprint, readStamp, writeStamp } from './fingerprint.mjs'
import { Stop, exitWith, root, run, runNpm, runTool } from './run.mjs'

const libraryInputs = [
  'src',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.build.json',
  'tsconfig.node.json',
  'tsconfig.qwik.json',
  'tsconfig.qwik2.json',
  'vite.engine.config.ts',
  'vite.lib.config.ts',
  'scripts/build-page-script.mjs',
  'scripts/build-second-ui.mjs',
]
const projects = ['tsconfig.node.json', 'tsconfig.qwik.json', 'tsconfig.qwik2.json']
/** Tells from what `dist/` was built. */
export const libraryStamp = 'dist/.build.json'
/** The demo, and what serves the same pages on the second version of Qwik. */
const demos = ['demo', 'demo2']

/** Builds `dist/` unless it was built from the very same files. */
export default async function buildLibrary() {
  const now = fingerprint(libraryInputs)
  const last = readStamp(libraryStamp)
  if (last?.hash === now.hash) return
  console.log('Building the library …')
  // An incremental compile never removes what a deleted source once made.
  if (last?.files.join() !== now.files.join())
    rmSync(join(root, 'dist'), { recursive: true, force: true })
  const codes = await Promise.all([
    compileEngine(),
    bundle('vite.lib.config.ts'),
    run(process.execPath, [join(root, 'scripts/build-page-script.mjs')]),
  ])
  if (codes.some((code) => code)) throw new Stop('The library does not build.')
  buildSecondUi()
  writeStamp(libraryStamp, now)
}

/** Types and modules, and then the files that modules are gathered in. */
async function compileEngine() {
  const code = await runTool('typescript', ['--build', ...projects], { bin: 'tsc' })
  if (code !== 0) return code
  rmSync(join(root, 'dist/chunks'), { recursive: true, force: true })
  return bundle('vite.engine.config.ts')
}

/** @param {string} config */
function bundle(config) {
  return runTool('vite', ['build', '-c', config, '--mode', 'lib', '--logLevel', 'warn'])
}

/** Builds the demo for production, on top of the library; on both versions of Qwik or on the first. */
export async function buildDemo({ everyVersion = false } = {}) {
  await buildLibrary()
  // At the same time, for each build takes one core.
  await Promise.all((everyVersion ? demos : ['demo']).map(buildApplication))
}

/** @param {string} name of its folder */
async function buildApplication(name) {
  const stamp = `${name}/server/.build.json`
  // Either of them is made of the pages of the first.
  const now = fingerprint([...demos, libraryStamp], isDemoInput)
  if (readStamp(stamp)?.hash === now.hash) return
  console.log(`Building ${name} …`)
  const code = await runNpm(['run', '--silent', 'build', '--workspace', name])
  if (code !== 0) throw new Stop(`${name} does not build.`)
  writeStamp(stamp, now)
}

/** @param {string} file */
function isDemoInput(file) {
  return !/^demo2?\/(dist|server|tmp|\.data)\/|^demo2?\/\.env/.test(file)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await exitWith(async () => {
    await buildLibrary()
    return 0
  })
}
