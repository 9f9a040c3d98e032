import { findInstances } from '../vite/find-instances.js'
import { explainPlace } from '../vite/instance-place.js'

/** Where the app starts Latchkey. */
export interface PluginPlace {
  /** Relative to the app's folder, with slashes. */
  readonly path: string
  /** Whether the path is a file of the app's own, under a name that `init` does not write. */
  readonly isOther: boolean
  /** Why Qwik does not run that file for every request, and what to do. */
  readonly mistake?: { readonly reason: string; readonly cure: string } | undefined
}

/** The file that `init` writes. */
export const pluginPath = 'src/routes/plugin@auth.ts'

/** Whether a path is that of the file that `init` writes, with any extension. */
export function isPluginFile(path: string): boolean {
  return /^src\/routes\/plugin@auth\.[jt]sx?$/.test(path)
}

/** Whether a file is for Auth.js, from which `npx latchkey move` moves an app. */
export function isForAuthJs(text: string | undefined): boolean {
  return /["'](?:@auth\/qwik|@builder\.io\/qwik-auth)["']/.test(text ?? '')
}

/** Finds the file that starts Latchkey. A second one would answer for the same routes. */
export async function findPluginPlace(folder: string): Promise<PluginPlace> {
  const found = await findInstances(folder)
  const isOurs = found.some(({ path }) => isPluginFile(path))
  const other = found.find(({ place }) => place === 'plugin') ?? found[0]
  if (other === undefined || isOurs) return { path: pluginPath, isOther: false }
  const { path, place } = other
  const mistake = place === 'plugin' ? undefined : explainPlace(path, place)
  return { path, isOther: true, mistake }
}
