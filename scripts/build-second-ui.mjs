import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './run.mjs'

const source = join(root, 'dist/qwik/ui')
const target = join(root, 'dist/qwik2/ui')

/**
 * Makes the components for Qwik 2 from the built components for Qwik City. They differ in the names of
 * the packages only. `tsconfig.qwik2-ui.json` checks their types against Qwik 2.
 */
export function buildSecondUi() {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  for (const file of readdirSync(source)) {
    writeFileSync(join(target, file), rename(readFileSync(join(source, file), 'utf8')))
  }
}

/** @param {string} code */
function rename(code) {
  return code
    .replaceAll('@builder.io/qwik-city', '@qwik.dev/router')
    .replaceAll('@builder.io/qwik', '@qwik.dev/core')
}
