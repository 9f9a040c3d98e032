import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { initializerQrls, initializers } from './initializers.js'
import { placeInstance, type InstancePlace } from './instance-place.js'
import { listFiles } from './list-files.js'
import type { SourceFile } from './source-file.js'
import { stripComments } from './strip-comments.js'

/** A file that calls an initializer, such as `routeAuth$`. */
export interface Instance extends SourceFile {
  readonly place: InstancePlace
  /** The file whose exports Qwik reads: the file itself, or the plugin file that re-exports it. */
  readonly entry: SourceFile
}

const names = [...initializers, ...initializerQrls].map((name) => name.replace('$', '\\$'))
const anyName = `\\b(?:${names.join('|')})`
/** A call, or an import under another name. */
const initializerCall = new RegExp(`${anyName}\\s*(?:(?:<[^(]*>)?\\s*\\(|as\\s+[\\w$]+)`)
const sourceName = /\.[cm]?[jt]sx?$/
const testName = /\.(?:test|spec)\.[cm]?[jt]sx?$/

/**
 * Finds the files of an app that call an initializer of Latchkey, in alphabetical order. Tests are
 * left out.
 */
export async function findInstances(folder: string): Promise<readonly Instance[]> {
  const sources = await readSources(folder)
  return sources
    .filter(({ text }) => callsInitializer(stripComments(text)))
    .map((file) => {
      const { place, entry } = placeInstance(file, sources)
      return { path: file.path, text: file.text, place, entry }
    })
}

function callsInitializer(code: string): boolean {
  return initializerCall.test(code) && /["']latchkey/.test(code)
}

/** Whether a file is a script, and not a test. */
export function isSource(path: string): boolean {
  return sourceName.test(path) && !testName.test(path)
}

/** Returns the texts of an app's scripts. Tests are left out. */
async function readSources(folder: string): Promise<readonly SourceFile[]> {
  const files = await listFiles(join(folder, 'src'))
  const sources = files.filter(isSource).sort()
  return Promise.all(
    sources.map(async (path) => ({
      path: relative(folder, path).replaceAll('\\', '/'),
      text: await readFile(path, 'utf8'),
    })),
  )
}
