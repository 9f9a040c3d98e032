import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vitepress'
import { fingerprint, readStamp, writeStamp } from '../scripts/fingerprint.mjs'
import { writeReference } from './write-reference.mjs'

const inputs = [
  'bench/results',
  'docs',
  'package.json',
  'package-lock.json',
  'site',
  'src',
  'typedoc.json',
]
const stamp = 'site/dist/.build.json'

/** Builds the site into site/dist, unless it was built from the very same files. */
export async function buildSite() {
  const now = fingerprint(inputs, isInput)
  if (readStamp(stamp)?.hash === now.hash) return
  await writeReference()
  await build(fileURLToPath(new URL('.', import.meta.url)))
  writeStamp(stamp, now)
}

/** @param {string} file */
function isInput(file) {
  return !/^(?:site\/(?:dist|\.cache)|docs\/reference\/api)\//.test(file)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await buildSite()
