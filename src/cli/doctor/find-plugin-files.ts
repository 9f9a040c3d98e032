import { join } from 'node:path'
import type { App } from '../find-app.js'
import { findInstances, type Instance } from '../../vite/find-instances.js'
import { explainPlace } from '../../vite/instance-place.js'
import { findTwin } from '../find-twin.js'
import { isForAuthJs, pluginPath } from '../plugin-place.js'
import { readIfThere } from '../read-file.js'
import type { SourceFile } from '../../vite/source-file.js'
import type { CheckResult } from './check-result.js'

const check = 'plugin file'

/** The files that start Latchkey, and what is wrong with them. */
export interface PluginFiles {
  /** The files whose exports Qwik reads. */
  readonly files: readonly SourceFile[]
  readonly results: readonly CheckResult[]
}

/** Finds the files that start Latchkey, and checks that Qwik runs each of them for every request. */
export async function findPluginFiles({ folder, framework }: App): Promise<PluginFiles> {
  const found = await findInstances(folder)
  const files = found.filter(({ place }) => place !== 'nowhere').map(({ entry }) => entry)
  const isSecond = framework.door === 'latchkey/qwik2' && files.length > 1
  return {
    files,
    results: [
      ...(found.length === 0 ? [await explainNone(folder)] : found.map(checkPlace)),
      ...(isSecond ? [explainSecond(files)] : []),
    ],
  }
}

function checkPlace({ path, place, entry }: Instance): CheckResult {
  if (place === 'plugin') {
    const message = entry.path === path ? path : `${entry.path}, which exports ${path}`
    return { check, state: 'ok', message }
  }
  const { reason, cure } = explainPlace(path, place)
  return { check, state: place === 'catch-all' ? 'warning' : 'wrong', message: reason, cure }
}

/** Qwik 2 knows a plugin's loader by where it is written, which is the same for all instances. */
function explainSecond(files: readonly SourceFile[]): CheckResult {
  return {
    check,
    state: 'wrong',
    message: `${files.map(({ path }) => path).join(' and ')} each start Latchkey, but Qwik 2 allows one instance.`,
    cure: 'Put the providers into one call of routeAuth$, and remove the other file.',
  }
}

/** `init` does not overwrite a file, so a file in the place of ours needs another cure. */
async function explainNone(folder: string): Promise<CheckResult> {
  const own = await findTwin(folder, pluginPath)
  if (own === undefined) {
    const message = 'No file in src calls routeAuth$.'
    return { check, state: 'wrong', message, cure: 'Run npx latchkey init.' }
  }
  const isAuthJs = isForAuthJs(await readIfThere(join(folder, own)))
  return {
    check,
    state: 'wrong',
    message: `${own} does not call routeAuth$ of latchkey.`,
    cure: isAuthJs
      ? 'Run npx latchkey move, which changes the app from Auth.js to Latchkey.'
      : `Rename or remove it, and run npx latchkey init, which writes ${pluginPath}.`,
  }
}
