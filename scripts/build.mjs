import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
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
  'vite.lib.config.ts',
  'scripts/build-page-script.mjs',
]
/** Tells from what `dist/` was built. */
export const libraryStamp = 'dist/.build.json'
const demoStamp = 'demo/server/.build.json'

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
    runTool('typescript', ['--build', 'tsconfig.node.json', 'tsconfig.qwik.json'], { bin: 'tsc' }),
    runTool('vite', ['build', '-c', 'vite.lib.config.ts', '--mode', 'lib', '--logLevel', 'warn']),
    run(process.execPath, [join(root, 'scripts/build-page-script.mjs')]),
  ])
  if (codes.some((code) => code)) throw new Stop('The library does not build.')
  writeStamp(libraryStamp, now)
}

/** Builds the demo for production, on top of the library. */
export async function buildDemo() {
  await buildLibrary()
  const now = fingerprint(['demo', libraryStamp], isDemoInput)
  if (readStamp(demoStamp)?.hash === now.hash) return
  console.log('Building the demo …')
  const code = await runNpm(['run', '--silent', 'build', '--workspace', 'demo'])
  if (code !== 0) throw new Stop('The demo does not build.')
  writeStamp(demoStamp, now)
}

/** @param {string} file */
function isDemoInput(file) {
  return !/^demo\/(dist|server|tmp|\.data)\/|^demo\/\.env/.test(file)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await exitWith(async () => {
    await buildLibrary()
    return 0
  })
}
